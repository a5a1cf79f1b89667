import type { Trx } from '../../platform/database/connect.ts';
import { sendAhead } from '../../platform/database/send-ahead.ts';
import type { Posting } from './ledger.rules.ts';

/** Books postings of an account; the account’s balance follows in the same transaction. Each event is booked once. */
export async function insertPostings(
  trx: Trx,
  accountId: string,
  postings: readonly Posting[],
  postedAt: Date,
): Promise<void> {
  if (postings.length === 0) return;
  const rows = postings.map((posting) => ({
    account_id: accountId,
    event_key: posting.eventKey,
    debit: posting.debit,
    credit: posting.credit,
    amount_cents: posting.amountCents,
    occurred_on: posting.occurredOn,
    posted_at: postedAt,
    invoice_id: posting.invoiceId,
    payment_id: posting.paymentId,
  }));
  await sendAhead(trx, trx.insertInto('ledger_posting').values(rows));
}
