import type { makePayment } from '@myaccount/contract/payments';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../api/client.ts';
import { billingAccountKey } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import type { PaymentIntent } from './payment-intent.ts';

/** Sends an intent with its idempotency key. Throws ApiProblem. */
export function sendIntent({ key, body }: PaymentIntent) {
  return call<typeof makePayment>('POST /payments/make-payment', {
    body,
    headers: { 'Idempotency-Key': key },
  });
}

/** Reloads everything that a payment changes: balance, bills, history. */
export function useBillingReload() {
  const client = useQueryClient();
  const { accountNumber } = useSelectedAccount();
  return useCallback(
    () => client.invalidateQueries({ queryKey: [billingAccountKey, accountNumber] }),
    [client, accountNumber],
  );
}
