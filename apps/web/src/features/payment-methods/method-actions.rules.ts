import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { isExpired } from './method-name.ts';

/** Why a method cannot be removed: keys of texts under `payment-methods.kept`. */
type KeptReason = 'autopay' | 'onlyAutopay' | 'planned' | 'selected' | 'default' | 'onlyDefault';

interface ListedMethods {
  /** All saved methods. */
  readonly methods: readonly RecurringPayment[];
  readonly today: string;
  /** Id of the method that a form would charge. */
  readonly selectedId: string | undefined;
}

/** Returns what can be done with a method of the list, and why it is `kept` if it cannot be removed (METHODS-6, METHODS-7). */
export function actionsOf(method: RecurringPayment, listed: ListedMethods) {
  return { canBeDefault: canBeDefault(method, listed.today), kept: whyKept(method, listed) };
}

function canBeDefault(method: RecurringPayment, today: string): boolean {
  return !method.auto_payment && !isExpired(method.payment_method.expiration_date, today);
}

function whyKept(
  method: RecurringPayment,
  { methods, today, selectedId }: ListedMethods,
): KeptReason | undefined {
  const [use] = method.used_by;
  const isOnly = !methods.some((other) => canBeDefault(other, today));
  if (use === 'autopay') return isOnly ? 'onlyAutopay' : 'autopay';
  if (use) return use;
  if (method.auto_payment) return isOnly ? 'onlyDefault' : 'default';
  return method.id === selectedId ? 'selected' : undefined;
}
