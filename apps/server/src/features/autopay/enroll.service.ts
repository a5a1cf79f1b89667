import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import type { OwnAccount } from '../accounts/account-lock.repository.ts';
import { getBalance } from '../balance/balance.service.ts';
import { setDefaultMethod } from '../payment-methods/saved-method.repository.ts';
import { queueAutopayMail } from './autopay-mail.service.ts';
import { endEnrollment, findOpenEnrollment, insertEnrollment } from './enrollment.repository.ts';

/** A change of autopay, and the transaction in which it is made, with its account locked. */
export interface AutopayChange {
  readonly trx: Trx;
  readonly account: OwnAccount;
  readonly loginId: string;
  /** Undefined where a job completes what the login chose. */
  readonly client?: Client | undefined;
  readonly now: Date;
  readonly today: string;
}

/**
 * Turns autopay on with a method, which becomes the default, with audit and mail. Changes nothing if it charges it already.
 * `agree` stores what was agreed to, or finds it; it is called once autopay is certain to change.
 */
export async function enroll(
  portal: Portal,
  change: AutopayChange,
  { methodId, agree }: { readonly methodId: string; readonly agree: () => Promise<string | null> },
): Promise<void> {
  const { trx, account, now, today } = change;
  const before = await findOpenEnrollment(trx, account.id);
  if (before?.methodId === methodId) return;
  if (before) await endEnrollment(trx, account.id, now);
  const consentId = await agree();
  await setDefaultMethod(trx, { accountId: account.id, methodId });
  await insertEnrollment(trx, {
    accountId: account.id,
    methodId,
    consentId,
    // Another method does not make what autopay owes already older debt.
    enrolledOn: before?.enrolledOn ?? today,
    at: now,
  });
  await announceAutopay(portal, change, 'autopay-on');
}

/** Writes audit and mail of a change, while the enrollment that it is about is open. */
export async function announceAutopay(
  portal: Portal,
  { trx, account, loginId, client, now, today }: AutopayChange,
  name: 'autopay-on' | 'autopay-off',
): Promise<void> {
  const enrollment = await findOpenEnrollment(trx, account.id);
  if (!enrollment) return;
  const { methodId, cardType, lastFour } = enrollment;
  await recordAudit(trx, {
    at: now,
    accountId: account.id,
    actor: `login:${loginId}`,
    action: name === 'autopay-on' ? 'autopay.on' : 'autopay.off',
    detail: { methodId },
    ...(client && { client }),
  });
  const { autopayCharge, pastDueCents } = await getBalance(trx, account.id, today);
  await queueAutopayMail(trx, portal, {
    name,
    accountId: account.id,
    event: `${account.id}:${now.toISOString()}`,
    payload: {
      cardType,
      lastFour,
      amountCents: autopayCharge?.amountCents ?? null,
      day: autopayCharge?.chargeOn ?? null,
      pastDueCents,
    },
    ...(client && { correlationId: client.correlationId }),
  });
}
