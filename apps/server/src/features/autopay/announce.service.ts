import { addDays } from '@myaccount/contract/calendar';
import type { Portal } from '../../platform/portal.ts';
import { firstLateChargeDay } from '../balance/autopay-charge.rules.ts';
import { getBalance } from '../balance/balance.service.ts';
import { collectLateDebtFrom, listAccountsToAnnounce, listAccountsToTell } from './announce.repository.ts';
import { queueUpcoming } from './autopay-mail.service.ts';
import { lockOpenEnrollment } from './enrollment.repository.ts';

const batchSize = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Tells customers of charges of the next days, once for each due date, and of cards that expire before. Servers may run it
 * at once.
 */
export async function announceCharges(portal: Portal, today: string, stopping?: AbortSignal): Promise<void> {
  const { noticeDays } = portal.config.autopay;
  const range = { from: addDays(today, 1), to: addDays(today, noticeDays), limit: batchSize };
  let after = firstId;
  while (!stopping?.aborted) {
    const batch = await listAccountsToAnnounce(portal.db, { ...range, after });
    const last = batch.at(-1);
    if (last === undefined) return;
    for (const accountId of batch) await announceCharge(portal, accountId, today);
    after = last;
  }
}

/**
 * Tells customers of late debt, at once. It may be collected as soon as the consent allows. One server tells each.
 */
export async function announceLateDebt(portal: Portal, today: string): Promise<void> {
  for (const accountId of await listAccountsToTell(portal.db)) await announceCharge(portal, accountId, today);
}

async function announceCharge(portal: Portal, accountId: string, today: string): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    const enrollment = await lockOpenEnrollment(trx, accountId);
    const { autopayCharge: charge, heldCharge, ...balance } = await getBalance(trx, accountId, today);
    if (!enrollment || !charge || charge.chargeOn <= today) return;
    const hasLateDebt = balance.unannouncedCents > 0;
    if (hasLateDebt) await collectLateDebtFrom(trx, accountId, firstLateChargeDay(today));
    else if (heldCharge || charge.chargeOn > addDays(today, portal.config.autopay.noticeDays)) return;
    const { pastDueCents } = balance;
    await queueUpcoming(trx, portal, { ...enrollment, accountId, charge, pastDueCents, hasLateDebt });
  });
}
