import type { paymentReceipt } from '@myaccount/contract/payments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Polling interval of a receipt while the payment is on its way. */
const receiptEveryMs = 10_000;

/** The receipt of one payment; polls while the payment is on its way. */
export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => call<typeof paymentReceipt>('GET /payments/receipt', { query: { id }, signal }),
    // The answer can come at any moment; a planned payment waits for its day.
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'PENDING' && data.planned_for === null ? receiptEveryMs : false,
  });
}
