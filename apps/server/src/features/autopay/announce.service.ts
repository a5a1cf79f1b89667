import { addDays } from '@myaccount/contract/calendar';
import type { Portal } from '../../platform/portal.ts';
import { firstLateChargeDay } from '../balance/autopay-charge.rules.ts';
import { getBalance } from '../balance/balance.service.ts';
import { collectLateDebtFrom, listAccountsToTell } from './announce.repository.ts';
import { queueUpcoming } from './autopay-mail.service.ts';
import { listAccountsToAnnounce } from './due-accounts.repository.ts';
import { lockOpenEnrollment } from './enrollment.repository.ts';

/**
 * Tells customers of charges of the next days, once for each due date, and of cards that expire before. Servers may run it
 * at once.
 */
export async function announceCharges(portal: Portal, today: string, stopping?: AbortSignal): Promise<void> {
  const { noticeDays } = portal.config.autopay;
  const batches = listAccountsToAnnounce(portal.db, addDays(today, 1), addDays(today, noticeDays));
  for await (const accountIds of batches) {
    if (stopping?.aborted) return;
    for (const accountId of accountIds) await announceCharge(portal, accountId, today);
  }
}

/**
 * Tells customers of late debt, at once. It may be collected as soon as the consent allows. One server tells each.
 */
export async function announceLateDebt(portal: Portal): Promise<void> {
  const accountIds = await listAccountsToTell(portal.db);
  if (accountIds.length === 0) return;
  const { today } = await portal.db.transaction().execute(portal.moment);
  for (const accountId of accountIds) await announceCharge(portal, accountId, today);
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
