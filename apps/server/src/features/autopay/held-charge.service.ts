import type { Database, Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import type { AutopayCharge } from '../balance/autopay-charge.rules.ts';
import { getBalance } from '../balance/balance.service.ts';
import type { StopLink } from '../payment-state/payment-mail.service.ts';
import { queueUpcoming } from './autopay-mail.service.ts';
import { insertCharges } from './autopay-run.repository.ts';
import { findOpenEnrollment } from './enrollment.repository.ts';

/** Returns the charge of an account that waits for its notice, with its method; undefined when there is none. */
export async function findHeldCharge(db: Database, accountId: string, today: string) {
  const enrollment = await findOpenEnrollment(db, accountId);
  const { heldCharge: charge, pastDueCents } = await getBalance(db, accountId, today);
  return enrollment && charge ? { ...enrollment, charge, pastDueCents } : undefined;
}

/**
 * Queues the mail that announces the charge of a locked account that waits for its notice. Returns the mails' ids, none
 * without an address, and undefined while there is nothing to announce.
 */
export async function announceHeldCharge(
  trx: Trx,
  portal: Portal,
  { accountId, today, stop }: { readonly accountId: string; readonly today: string; readonly stop: StopLink },
): Promise<string[] | undefined> {
  const held = await findHeldCharge(trx, accountId, today);
  return held && (await queueUpcoming(trx, portal, { ...held, accountId, stop }));
}

/**
 * Stops a charge of a locked account: it counts as an attempt that is not repeated. So autopay makes none for what is due by
 * then, before the next due date.
 */
export async function stopCharge(
  trx: Trx,
  {
    accountId,
    at,
    charge,
  }: { readonly accountId: string; readonly at: Date; readonly charge: AutopayCharge },
): Promise<void> {
  const { chargeOn, methodId, amountCents } = charge;
  const attempt = {
    dueOn: chargeOn,
    attempt: 1,
    runOn: chargeOn,
    paymentId: null,
    refusal: 'stopped',
  } as const;
  await insertCharges(trx, [{ accountId, methodId, amountCents, ...attempt, followedUpAt: at }]);
}
