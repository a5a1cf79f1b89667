import { compileOnceAhead, type Placeholders } from '../../platform/database/compile-once.ts';
import type { Trx } from '../../platform/database/connect.ts';
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
  await insertRows(trx, { rows });
}

interface PostingRow {
  readonly account_id: string;
  readonly event_key: string;
  readonly debit: Posting['debit'];
  readonly credit: Posting['credit'];
  readonly amount_cents: number;
  readonly occurred_on: string;
  readonly posted_at: Date;
  readonly invoice_id: string | null;
  readonly payment_id: string | null;
}

const insertRows = compileOnceAhead((trx, { rows }: Placeholders<{ readonly rows: readonly PostingRow[] }>) =>
  trx.insertInto('ledger_posting').values(rows).compile(),
);
