import type { Verification } from '../../gateways/eligibility/eligibility.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { addInboxEvent } from '../../platform/inbox-event.ts';
import type { Portal } from '../../platform/portal.ts';
import { beginDiscount } from './apply-discount.service.ts';
import { closeEvent, listLastRequests, provider } from './verification.repository.ts';
import { accountOfVerification, type ReviewReason } from './verification.rules.ts';

/** The outcome of a verification. */
export type VerificationOutcome = 'applied' | 'already-applied' | 'repeated' | 'review';

/**
 * Records a verification for the account that asked for it, once, however often and in whatever order it arrives (HERO-2).
 * One that belongs to no certain account waits for a person.
 */
export async function recordVerification(
  portal: Portal,
  verification: Verification,
  correlationId: string | null,
): Promise<VerificationOutcome> {
  const { eventId, emailAddress, group, verifiedAt } = verification;
  return await portal.db.transaction().execute(async (trx) => {
    const { now: at } = await portal.moment(trx);
    const isNew = await addInboxEvent(trx, {
      provider,
      eventId,
      receivedAt: at,
      payload: { emailAddress, group, verifiedAt },
      state: 'RECEIVED',
    });
    if (!isNew) return 'repeated';
    const owner = accountOfVerification(await listLastRequests(trx, emailAddress), verifiedAt);
    if ('reason' in owner) return await leaveForReview(trx, eventId, owner.reason);
    const refusal = await beginDiscount(trx, portal, {
      account: owner,
      eventId,
      actor: 'system',
      at,
      correlationId,
    });
    if (refusal && refusal !== 'already-applied')
      return await leaveForReview(trx, eventId, 'the account cannot have the discount');
    await closeEvent(trx, eventId, null);
    return refusal ?? 'applied';
  });
}

async function leaveForReview(trx: Trx, eventId: string, reason: ReviewReason): Promise<VerificationOutcome> {
  await closeEvent(trx, eventId, reason);
  return 'review';
}
