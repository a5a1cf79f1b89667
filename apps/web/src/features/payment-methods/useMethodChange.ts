import type { activateMethod, deactivateMethod, RecurringPayment } from '@myaccount/contract/payment-methods';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { call } from '../../api/client.ts';
import { showToast } from '../../ui/toasts.ts';
import { useBillingAccount, useBillingReload } from '../accounts/accounts.queries.ts';

/** Where the list stands: the page of its own, or beside a payment. The words of its toasts differ (METHODS-7). */
export type MethodsPlace = 'manage' | 'payments';

/** What is done with which method. */
export interface MethodChange {
  readonly change: 'activate' | 'remove';
  readonly method: RecurringPayment;
}

/** Returns what charges a method that therefore cannot be removed; undefined when something else went wrong. */
export function whoCharges(error: unknown): 'autopay' | 'planned' | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.code === 'payment-methods.used-by-autopay') return 'autopay';
  return error.code === 'payment-methods.used-by-planned' ? 'planned' : undefined;
}

/**
 * Changes a saved method, and lasts until the list has loaded again. A toast tells the result; a method that is in use has
 * none: the list says so instead (METHODS-7).
 */
export function useMethodChange(place: MethodsPlace) {
  const { t } = useTranslation();
  const billingAccountId = useBillingAccount().id;
  const textsOf = (change: MethodChange['change']) =>
    `payment-methods.${change === 'activate' ? 'activate' : `remove.${place}`}`;
  return useMutation({
    mutationFn: async ({ change, method: { id } }: MethodChange): Promise<unknown> => {
      const body = { billing_account_id: billingAccountId, recurring_payment_id: id, payment_method: id };
      return change === 'activate'
        ? await call<typeof activateMethod>('POST /payments/activate', { body })
        : await call<typeof deactivateMethod>('POST /payments/deactivate', { body });
    },
    onSuccess: (_changed, { change }) => showToast('success', t(`${textsOf(change)}.done`)),
    onError: (error, { change }) => {
      if (!whoCharges(error)) showToast('failure', t(`${textsOf(change)}.failed`));
    },
    onSettled: useBillingReload(),
  });
}
