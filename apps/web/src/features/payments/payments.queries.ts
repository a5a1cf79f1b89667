import type { makePayment, paymentReceipt, payments, Receipt } from '@myaccount/contract/payments';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { billingAccountKey, useBillingAccount } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import type { PaymentIntent } from './payment-intent.ts';

/** Polling interval of a receipt while the payment is on its way. */
const receiptEveryMs = 10_000;

/** One page of the payment history of the selected account (PAYMENTS-3); shows the previous page until it has loaded. */
export function usePaymentHistory(page: number) {
  const { accountNumber } = useSelectedAccount();
  const query = {
    billing_account_id: useBillingAccount().id,
    page_number: page,
    page_size: config.limits.pageSize,
  };
  return useQuery({
    queryKey: [billingAccountKey, accountNumber, 'payments', page],
    queryFn: ({ signal }) => call<typeof payments>('GET /payments', { query, signal }),
    placeholderData: (before, queryBefore) =>
      queryBefore?.queryKey[1] === accountNumber ? before : undefined,
  });
}

/** The receipt of one payment; polls while the payment is on its way. */
export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => call<typeof paymentReceipt>('GET /payments/receipt', { query: { id }, signal }),
    refetchInterval: ({ state }) => (isOnItsWay(state.data) ? receiptEveryMs : false),
  });
}

/** True while the answer can come at any moment; a planned payment waits for its day. */
function isOnItsWay(receipt: Receipt | undefined): boolean {
  return receipt?.status === 'PENDING' && receipt.planned_for === null;
}

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
