import type { paymentReceipt, Receipt } from '@myaccount/contract/payments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Polling interval of a receipt while the payment is on its way. */
const receiptEveryMs = 10_000;

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
