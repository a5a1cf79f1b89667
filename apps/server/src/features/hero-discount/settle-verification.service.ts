import { recordAudit } from '../../platform/audit.ts';
import type { Portal } from '../../platform/portal.ts';
import { beginDiscount } from './apply-discount.service.ts';
import { closeEvent, lockEventForReview } from './verification.repository.ts';

/** Findings that an operator can record about a verification. */
export const verificationFindings = ['verified', 'seen'] as const;

/** An operator's finding about a verification in manual review. */
export interface VerificationSettlement {
  readonly eventId: string;
  readonly finding: (typeof verificationFindings)[number];
  /** The account that gets the discount; only with `verified`. */
  readonly accountNumber: string | undefined;
  readonly by: string;
}

/** Records an operator's finding. Returns the reason when it cannot be recorded, undefined otherwise. */
export async function settleVerification(
  portal: Portal,
  { eventId, finding, accountNumber, by }: VerificationSettlement,
): Promise<string | undefined> {
  if (finding === 'verified' && !accountNumber) return '--account is missing: who gets the discount';
  const actor = `operator:${by}`;
  return await portal.db.transaction().execute(async (trx) => {
    const event = await lockEventForReview(trx, eventId);
    if (!event) return `There is no callback ${eventId} in manual review`;
    const { now: at } = await portal.moment(trx);
    if (finding === 'verified' && accountNumber) {
      const discount = { account: { accountNumber }, eventId, actor, at, correlationId: null };
      const refusal = await beginDiscount(trx, portal, discount);
      if (refusal) return `Account ${accountNumber} cannot have the discount: ${refusal}`;
    } else {
      await recordAudit(trx, {
        at,
        loginId: null,
        actor,
        action: 'hero-discount.seen',
        detail: { eventId },
      });
    }
    await closeEvent(trx, eventId, null);
    return undefined;
  });
}
