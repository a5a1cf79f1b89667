import type { PaymentRow } from '@myaccount/contract/payments';
import type { Database } from '../../platform/database/connect.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import { readLagging } from '../../platform/lagging-read.ts';
import type { Portal } from '../../platform/portal.ts';
import { paymentRowOf } from '../payment-state/payment-row.rules.ts';
import { findPaymentPage, isSettled } from './history.repository.ts';

/** After a change of its payments, an account's lists come from the primary for this long. */
const settlingSeconds = 60;

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

/**
 * Reads a list of one of a login's accounts, from the replica if there is one. It shows a payment at once to who made it: after
 * a change of the account's payments the primary is read.
 */
export async function readLaggingList<T>(
  portal: Portal,
  list: { readonly loginId: string; readonly accountId: string },
  read: (db: Database) => Promise<T | undefined>,
): Promise<T | undefined> {
  const since = new Date(portal.clock.now().getTime() - settlingSeconds * 1_000);
  return await readLagging(portal, read, () => isSettled(portal.db, { ...list, since }));
}
