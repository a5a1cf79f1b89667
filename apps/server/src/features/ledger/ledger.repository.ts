import type { Trx } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import { type Posting, postingRow } from './ledger.rules.ts';

/** Books postings of an account; the account’s balance follows in the same transaction. Each event is booked once. */
export async function insertPostings(
  trx: Trx,
  accountId: string,
  postings: readonly Posting[],
  postedAt: Date,
): Promise<void> {
  if (postings.length === 0) return;
  await insertRows(trx, { rows: postings.map((posting) => postingRow(posting, accountId, postedAt)) });
}

type PostingRow = ReturnType<typeof postingRow>;

const insertRows = compileOnce((trx, { rows }: Placeholders<{ readonly rows: readonly PostingRow[] }>) =>
  trx.insertInto('ledger_posting').values(rows).compile(),
);
