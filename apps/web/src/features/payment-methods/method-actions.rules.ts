import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { isExpired } from './method-name.ts';

/** Why a method cannot be removed: keys of texts under `payment-methods.kept`. */
export type KeptReason = 'autopay' | 'planned' | 'selected' | 'default';

/** What a customer can do with a saved method. */
export interface MethodActions {
  readonly canBeDefault: boolean;
  /** Undefined when it can be removed. */
  readonly kept: KeptReason | undefined;
}

/** Returns what can be done with a method (METHODS-6, METHODS-7). `selectedId` is the one a form would charge. */
export function actionsOf(
  method: RecurringPayment,
  { today, selectedId }: { readonly today: string; readonly selectedId: string | undefined },
): MethodActions {
  return {
    canBeDefault: !method.auto_payment && !isExpired(method.payment_method.expiration_date, today),
    kept: whyKept(method, selectedId),
  };
}

function whyKept(method: RecurringPayment, selectedId: string | undefined): KeptReason | undefined {
  const [use] = method.used_by;
  if (use) return use;
  if (method.auto_payment) return 'default';
  return method.id === selectedId ? 'selected' : undefined;
}
