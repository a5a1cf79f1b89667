import { postOpening } from '../../features/ledger/ledger.rules.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { BuiltAccount } from './account.ts';
import { writePostings } from './ledger.ts';

/** What an account owed (below 0: had as credit) before its first bill, posted to the ledger. */
export async function buildOpening(
  db: Database,
  account: BuiltAccount,
  { amountCents, dueOn }: { readonly amountCents: number; readonly dueOn: string },
): Promise<void> {
  await db
    .insertInto('opening_balance')
    .values({ account_id: account.id, amount_cents: amountCents, open_cents: amountCents, due_on: dueOn })
    .execute();
  await writePostings(db, account, postOpening(1, dueOn, amountCents));
}
