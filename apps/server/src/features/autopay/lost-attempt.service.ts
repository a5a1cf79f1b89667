import type { Trx } from '../../platform/database/connect.ts';
import { getBalance } from '../balance/balance.service.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { insertCharges } from './autopay-run.repository.ts';
import { lockOpenEnrollment } from './enrollment.repository.ts';

/** An attempt of autopay of which only the processor knows, because the database lost it. */
export interface LostAttempt {
  readonly dueOn: string;
  readonly attempt: number;
  readonly consentId: string | null;
}

/** Locks an account. Returns the attempt that a charge of a day equals; undefined if autopay would have made another one or none. */
export async function findLostAttempt(
  trx: Trx,
  accountId: string,
  charge: { readonly methodId: string; readonly amountCents: number; readonly day: string },
): Promise<LostAttempt | undefined> {
  const enrollment = await lockOpenEnrollment(trx, accountId);
  const { autopayCharge, missedCharge } = await getBalance(trx, accountId, charge.day);
  const due = missedCharge ?? autopayCharge;
  if (!enrollment || !due || due.chargeOn > charge.day) return undefined;
  const isEqual = due.amountCents === charge.amountCents && due.methodId === charge.methodId;
  return isEqual ? { dueOn: due.dueOn, attempt: due.attempt, consentId: enrollment.consentId } : undefined;
}

/** Stores an attempt with its payment, so that it is not made again. */
export async function storeLostAttempt(
  trx: Trx,
  { dueOn, attempt }: LostAttempt,
  { accountId, id, amountCents, occurredOn, method }: Payment,
): Promise<void> {
  const row = { accountId, dueOn, attempt, runOn: occurredOn, methodId: method.id ?? '', amountCents };
  await insertCharges(trx, [{ ...row, paymentId: id, refusal: null }]);
}
