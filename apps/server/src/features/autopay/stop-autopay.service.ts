import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { findStoppingReturns } from '../charging/usable-method.service.ts';
import { queueAutopayMail } from './autopay-mail.service.ts';
import { endEnrollment, listAccountsWithReturns, lockOpenEnrollment } from './enrollment.repository.ts';

const dayMs = 86_400_000;
/** A return that is older stopped autopay when it came. */
const lookBackDays = 30;

/**
 * RETURN-1: turns autopay off where its bank account returned a debit as unauthorized, or too many debits. Servers may run
 * it at once; the customer is notified once.
 */
export async function stopAfterReturns(portal: Portal): Promise<void> {
  const since = new Date(portal.clock.now().getTime() - lookBackDays * dayMs);
  for (const accountId of await listAccountsWithReturns(portal.db, since))
    await stopIfReturned(portal, accountId);
}

/** Turns autopay of a locked account off because a refund reopened debt. The refund's mail says so. */
export async function stopForRefund(trx: Trx, accountId: string, at: Date): Promise<void> {
  await endEnrollment(trx, accountId, at);
  const detail = { reason: 'refunded' };
  await recordAudit(trx, { at, accountId, actor: 'system', action: 'autopay.stopped', detail });
}

async function stopIfReturned(portal: Portal, accountId: string): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    const enrollment = await lockOpenEnrollment(trx, accountId);
    if (!enrollment) return;
    const { methodId, cardType, lastFour } = enrollment;
    const returns = await findStoppingReturns(trx, portal, { accountId, methodId });
    if (!returns) return;
    const now = portal.clock.now();
    await endEnrollment(trx, accountId, now);
    const reason = returns.includes('unauthorized') ? 'unauthorized' : 'returned';
    await recordAudit(trx, {
      at: now,
      accountId,
      actor: 'system',
      action: 'autopay.stopped',
      detail: { methodId, reason, returns: returns.length },
    });
    await queueAutopayMail(trx, portal, {
      name: 'autopay-stopped',
      accountId,
      event: `${accountId}:${methodId}:${now.toISOString()}`,
      payload: { cardType, lastFour, reason },
    });
  });
}
