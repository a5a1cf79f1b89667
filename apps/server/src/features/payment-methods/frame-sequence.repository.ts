import type { Database, Trx } from '../../platform/database/connect.ts';
import type { DatabaseTime } from '../../platform/database/database-time.ts';

/** Uses a sequence for a login; false if it used it before. */
export async function useSequence(
  db: Database | Trx,
  { loginId, sequence }: { readonly loginId: string; readonly sequence: string },
  time: DatabaseTime,
): Promise<boolean> {
  const row = await db
    .insertInto('frame_sequence')
    .values({ login_id: loginId, sequence, signed_at: time() })
    .onConflict((conflict) => conflict.columns(['login_id', 'sequence']).doNothing())
    .returning('sequence')
    .executeTakeFirst();
  return row !== undefined;
}
