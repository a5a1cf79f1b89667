import type { activateMethod, deactivateMethod, RecurringPayment } from '@myaccount/contract/payment-methods';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { call } from '../../api/client.ts';
import { problemText } from '../../ui/problem-text.ts';
import { showToast } from '../../ui/toasts.ts';
import { useBillingAccount } from '../accounts/accounts.queries.ts';
import { useMethodsReload } from './payment-methods.queries.ts';

/** Where the list stands: the page of its own, or beside a payment. The words of its toasts differ (METHODS-7). */
export type MethodsPlace = 'manage' | 'payments';

type Change = 'activate' | 'remove';

interface ChangeBody {
  readonly billing_account_id: string;
  readonly recurring_payment_id: string;
  readonly payment_method: string;
}

async function send(change: Change, body: ChangeBody): Promise<unknown> {
  if (change === 'activate') return await call<typeof activateMethod>('POST /payments/activate', { body });
  return await call<typeof deactivateMethod>('POST /payments/deactivate', { body });
}

/** A change that failed. */
export interface MethodChangeFailure {
  readonly change: Change;
  readonly method: RecurringPayment;
  /** In words. */
  readonly reason: string;
  /** What charges a method that was to be removed. */
  readonly usedBy: 'autopay' | 'planned' | undefined;
}

/** Returns what charges a method that therefore cannot be removed; undefined when something else went wrong. */
function usedBy(error: unknown): MethodChangeFailure['usedBy'] {
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.code === 'payment-methods.used-by-autopay') return 'autopay';
  return error.code === 'payment-methods.used-by-planned' ? 'planned' : undefined;
}

/**
 * Changes of saved methods, one at a time, with their toasts. A method that is in use has none: the page says so instead
 * (METHODS-7). The list loads again after each.
 */
export function useMethodChange(place: MethodsPlace) {
  const { t } = useTranslation();
  const billingAccountId = useBillingAccount().id;
  const reload = useMethodsReload();
  const [busy, setBusy] = useState<{ readonly id: string; readonly change: Change } | null>(null);
  const [failure, setFailure] = useState<MethodChangeFailure | null>(null);

  /** Resolves to whether the method was changed, once the list shows it. */
  async function run(change: Change, method: RecurringPayment): Promise<boolean> {
    const { id } = method;
    const texts = `payment-methods.${change === 'activate' ? 'activate' : `remove.${place}`}`;
    const body = { billing_account_id: billingAccountId, recurring_payment_id: id, payment_method: id };
    setBusy({ id, change });
    setFailure(null);
    const error = await send(change, body).then(
      () => undefined,
      (problem: unknown) => problem,
    );
    if (error === undefined) {
      showToast('success', t(`${texts}.done`));
    } else {
      const use = usedBy(error);
      if (!use) showToast('failure', t(`${texts}.failed`));
      setFailure({ change, method, reason: reasonOf(error), usedBy: use });
    }
    await reload();
    setBusy(null);
    return error === undefined;
  }

  function reasonOf(error: unknown): string {
    return error instanceof ApiProblem ? problemText(error, t) : t('problems.server-error');
  }

  return {
    busy,
    /** The last change, when it failed. */
    failure,
    activate: (method: RecurringPayment) => run('activate', method),
    remove: (method: RecurringPayment) => run('remove', method),
  };
}
