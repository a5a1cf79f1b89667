import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Portal } from '../../platform/portal.ts';
import { getBalance } from '../balance/balance.service.ts';
import { missedFailure, retryDayOf } from './autopay.rules.ts';
import { queueAutopayMail } from './autopay-mail.service.ts';
import {
  type ChargeKey,
  closeFailedCharge,
  closePaidCharges,
  listFailedCharges,
  lockFailedCharge,
} from './follow-up.repository.ts';

const batchSize = 200;

/**
 * Follows up what autopay charged: a failure gets the day of its next attempt and a mail, in one transaction. Servers may
 * run it at once; each attempt is followed up once.
 */
export async function followUpCharges(portal: Portal, stopping?: AbortSignal): Promise<void> {
  await closePaidCharges(portal.db, portal.clock.now());
  while (!stopping?.aborted) {
    const failed = await listFailedCharges(portal.db, batchSize);
    for (const key of failed) await followUpFailure(portal, key);
    if (failed.length < batchSize) return;
  }
}

async function followUpFailure(portal: Portal, key: ChargeKey): Promise<void> {
  const { config } = portal;
  await portal.db.transaction().execute(async (trx) => {
    const failed = await lockFailedCharge(trx, key, config.timeZone);
    if (!failed) return;
    const now = portal.clock.now();
    const balance = await getBalance(trx, key.accountId, dayOf(now, config.timeZone));
    const isMissed = failed.paymentId === null && failed.failure === missedFailure;
    const triesAgain = balance.isAutopayOn && !isMissed;
    const retryOn = triesAgain ? retryDayOf(failed, config.autopay.retryDays) : null;
    await closeFailedCharge(trx, key, { retryOn, now });
    await recordAudit(trx, {
      at: now,
      accountId: key.accountId,
      actor: 'system',
      action: 'autopay.failed',
      detail: { dueOn: key.dueOn, attempt: key.attempt, failure: failed.failure, retryOn },
    });
    await queueAutopayMail(trx, portal, {
      name: 'autopay-failed',
      accountId: key.accountId,
      event: `${key.accountId}:${key.dueOn}:${key.attempt}`,
      payload: {
        amountCents: failed.amountCents,
        day: failed.failedOn,
        cardType: failed.cardType,
        lastFour: failed.lastFour,
        reason: failed.failure,
        retryOn,
        isOff: !balance.isAutopayOn,
        isMissed,
      },
    });
  });
}
