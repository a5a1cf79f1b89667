import type { Posting } from '../../features/ledger/ledger.rules.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { BuiltAccount } from './account.ts';

/** Inserts an account's postings, as the ledger's rules return them. */
export async function writePostings(
  db: Database,
  account: BuiltAccount,
  postings: readonly Posting[],
): Promise<void> {
  if (postings.length === 0) return;
  await db
    .insertInto('ledger_posting')
    .values(
      postings.map((posting) => ({
        account_id: account.id,
        event_key: posting.eventKey,
        debit: posting.debit,
        credit: posting.credit,
        amount_cents: posting.amountCents,
        occurred_on: posting.occurredOn,
        posted_at: new Date(`${posting.occurredOn}T12:00:00Z`),
        invoice_id: posting.invoiceId,
        payment_id: posting.paymentId,
      })),
    )
    .execute();
}
