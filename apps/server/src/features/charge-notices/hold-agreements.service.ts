import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { confirmNotices, insertNotices, lockAccountOf, postponePlans } from './charge-notice.repository.ts';

/**
 * Holds every agreement by which something is charged without a press, in the transaction that ends the pause after a restore:
 * the database does not know which of them their customers ended after the backup (RESTORE-1).
 */
export async function holdAgreements(trx: Trx, { clock, config }: Portal): Promise<void> {
  const at = clock.now();
  await insertNotices(trx, { at, noticeDays: config.autopay.noticeDays });
  await postponePlans(trx, dayOf(at, config.timeZone));
}

/**
 * Lets an account whose customer could not be told be charged from today, as an operator confirms. Returns how many agreements
 * waited; undefined if there is no such account.
 */
export async function confirmCharges(
  portal: Portal,
  { accountNumber, by }: { readonly accountNumber: string; readonly by: string },
): Promise<number | undefined> {
  return await portal.db.transaction().execute(async (trx) => {
    const accountId = await lockAccountOf(trx, accountNumber);
    if (!accountId) return undefined;
    const { now: at, today } = await portal.moment(trx);
    const agreements = await confirmNotices(trx, accountId, today);
    if (agreements === 0) return 0;
    await postponePlans(trx, today);
    const entry = { at, accountId, actor: `operator:${by}`, detail: { agreements } };
    await recordAudit(trx, { ...entry, action: 'charge-notices.confirmed' });
    return agreements;
  });
}
