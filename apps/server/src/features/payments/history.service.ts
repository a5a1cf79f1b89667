import type { PaymentRow } from '@myaccount/contract/payments';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import { readLaggingList } from '../../platform/lagging-read.ts';
import type { Portal } from '../../platform/portal.ts';
import { paymentRowOf } from '../payment-state/payment-row.rules.ts';
import { findPaymentPage } from './history.repository.ts';

/** API-8: returns one page of an account's payment history. Throws not found for an account of someone else. */
export async function showPayments(
  portal: Portal,
  caller: Caller,
  query: { billingAccountId: string; number: number; size: number },
): Promise<{ totalCount: number; totalPages: number; result: PaymentRow[] }> {
  const accountId = idOrNobody(query.billingAccountId);
  const page = await readLaggingList(portal, { loginId: caller.loginId, accountId }, (db) =>
    findPaymentPage(db, caller, { accountId, ...query }),
  );
  if (!page) throw notFound();
  const { totalCount, payments } = page;
  return { totalCount, totalPages: Math.ceil(totalCount / query.size), result: payments.map(paymentRowOf) };
}
