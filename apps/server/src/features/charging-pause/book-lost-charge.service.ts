import type { ProcessorName } from '@myaccount/contract/processors';
import type { ChargeRecords, RecordedCharge } from '../../gateways/card-processor/card-processor.ts';
import { dayOf } from '../../platform/business-day.ts';
import { isUniqueViolation } from '../../platform/database/failure.ts';
import { findLostAttempt, storeLostAttempt } from '../autopay/lost-attempt.service.ts';
import type { PayingPortal } from '../feature.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { findChargedMethod } from '../payment-methods/saved-method.repository.ts';
import { insertIntent } from '../payment-state/new-payment.repository.ts';
import { recordResult } from '../payment-state/outcome.service.ts';
import { findPaymentById, type Payment, type PaymentKey } from '../payment-state/payment.repository.ts';
import { endPlansUntil, submitLostPlan } from '../planned-payments/lost-plan.service.ts';
import { listByReference } from '../reconciliation/processor-records.repository.ts';
import { isOurs } from '../reconciliation/processor-records.rules.ts';
import {
  compareWithRecords,
  type Finding,
  flagMissing,
  isUnknownHere,
} from '../reconciliation/processor-records.service.ts';
import { compareRefunds, flagMissingRefunds } from '../refunds/compare-refunds.service.ts';
import { type ChargeOwner, findChargeOwner, lockReference } from './lost-charge.repository.ts';

// A database that was restored, or that lost its newest moments, lacks charges that its processors have. A charge's order number is
// derived from its account, so it says whose it is.

/** A charge that a processor has and the database lost, whose it is, and who says so: `system` or `operator:NAME`. */
export interface LostCharge {
  readonly processor: ProcessorName;
  readonly charge: RecordedCharge & { readonly transaction: string };
  readonly owner: ChargeOwner;
  /** The payment that met it and waits. */
  readonly held?: Payment | undefined;
  readonly actor: string;
}

/** What still differs after a comparison, and what it booked. */
export interface BookedComparison {
  readonly findings: readonly Finding[];
  readonly booked: readonly RecordedCharge[];
}

/**
 * Compares charges as {@link compareWithRecords} does, then refunds, those with order numbers of ours, and books those whose number
 * says whose they are.
 */
export async function compareAndBook(
  portal: PayingPortal,
  processor: ProcessorName,
  records: Pick<ChargeRecords, 'charges' | 'refunds'>,
  { isDryRun = false } = {},
): Promise<BookedComparison> {
  const charges = records.charges.filter(isOurs);
  const found = await compareWithRecords(portal, processor, charges, { isDryRun });
  const bookedCharges = isDryRun ? [] : await bookLostCharges(portal, processor, found);
  const isOther = bookedCharges.length > 0;
  const findings = isOther ? await compareWithRecords(portal, processor, charges) : found;
  const refunds = await compareRefunds(portal, processor, records.refunds.filter(isOurs), { isDryRun });
  const booked = [...bookedCharges, ...refunds.booked];
  if (booked.length > 0)
    portal.log.warn(
      { processor, booked: booked.length },
      'charges or refunds that were unknown here are booked: their numbers say whose they are',
    );
  return { findings: [...findings, ...refunds.findings], booked };
}

/** Puts payments into manual review whose charge, or a refund of them, a processor's records lack, unless `isDryRun`. Returns them. */
export async function flagAllMissing(
  portal: PayingPortal,
  processor: ProcessorName,
  { charges, refunds }: Pick<ChargeRecords, 'charges' | 'refunds'>,
  window: Parameters<typeof flagMissing>[3],
): Promise<PaymentKey[]> {
  return [
    ...(await flagMissing(portal, processor, charges, window)),
    ...(await flagMissingRefunds(portal, processor, refunds, window)),
  ];
}

/**
 * Books the charges of a comparison that are unknown here and whose order number says whose they are. Planned payments of these
 * accounts whose day had come and that none of them is end with a mail. Returns those that were booked.
 */
async function bookLostCharges(
  portal: PayingPortal,
  processor: ProcessorName,
  findings: readonly Finding[],
): Promise<RecordedCharge[]> {
  const unknown = findings
    .filter(isUnknownHere)
    .toSorted((one, other) => Number(one.charge.at) - Number(other.charge.at));
  const bookedUntil = new Map<string, Date>();
  const booked: RecordedCharge[] = [];
  for (const { charge, paymentId } of unknown) {
    const { transaction } = charge;
    const held = paymentId === null ? undefined : await findPaymentById(portal.db, paymentId);
    const owner = held ? ownerOf(held) : await findChargeOwner(portal.db, processor, charge);
    if (!owner || !transaction) continue;
    const lost = { processor, charge: { ...charge, transaction }, owner, held, actor: 'system' };
    if (!(await bookLostCharge(portal, lost))) continue;
    bookedUntil.set(owner.accountId, charge.at);
    booked.push(charge);
  }
  for (const [accountId, until] of bookedUntil)
    await endPlansUntil(portal, accountId, dayOf(until, portal.config.timeZone));
  return booked;
}

function ownerOf({ accountId, method, chargeNumber }: Payment): ChargeOwner | undefined {
  return method.id === null ? undefined : { accountId, methodId: method.id, chargeNumber };
}

/**
 * Books a lost charge: as the payment that waits, the plan, or the charge of autopay that it equals, or else as a payment of its
 * own. Its customer, who had the receipt before, gets no mail. A payment that met it and is not it was not charged. Returns false
 * where it is booked meanwhile, or another payment of the account has no result yet.
 */
export async function bookLostCharge(portal: PayingPortal, lost: LostCharge): Promise<boolean> {
  const { charge, held, actor } = lost;
  const attempt = { kind: 'inquiry', startedAt: portal.clock.now(), detail: 'lost and found' } as const;
  const isIt = held && isUnpressed(held) && held.amountCents === charge.amountCents;
  if (held && !isIt) {
    const result = { outcome: 'never-charged', releasesNumber: true } as const;
    await recordResult(portal, held, { result, attempt: { ...attempt, outcome: result.outcome }, actor });
  }
  const payment = isIt ? held : await storeFound(portal, lost).catch(unlessTaken);
  if (!payment) return false;
  const outcome = isBankAccount(payment.method) ? 'pending' : 'approved';
  const { transaction, amountCents } = charge;
  const result = { outcome, transaction, amountCents } as const;
  await recordResult(portal, payment, { result, attempt: { ...attempt, outcome }, actor, isNotified: true });
  return true;
}

/** Returns whether a payment was charged without a press: as a plan, or by autopay. */
function isUnpressed({ plannedFor, loginId }: Payment): boolean {
  return plannedFor !== null || loginId === null;
}

function unlessTaken(error: unknown): undefined {
  if (!isUniqueViolation(error)) throw error;
}

/** Stores a lost charge as SUBMITTING, under its own number and time; undefined if a payment has that number meanwhile. */
async function storeFound(
  portal: PayingPortal,
  { processor, charge, owner }: LostCharge,
): Promise<Payment | undefined> {
  const { accountId, methodId, chargeNumber } = owner;
  const { at, reference, amountCents } = charge;
  const day = dayOf(at, portal.config.timeZone);
  const times = { found: { chargeNumber, reference }, reconcileAt: portal.clock.now() };
  return await portal.db.transaction().execute(async (trx) => {
    await lockReference(trx, reference);
    const [known] = await listByReference(trx, processor, [reference]);
    if (known) return undefined;
    const attempt = await findLostAttempt(trx, accountId, { methodId, amountCents, day });
    const method = await findChargedMethod(trx, accountId, methodId);
    if (!method) throw new Error(`There is no method ${methodId}`);
    const plan = await submitLostPlan(trx, method, { ...times, amountCents, at, on: day });
    if (plan) return plan;
    const intent = {
      accountId,
      loginId: null,
      amountCents,
      method,
      occurredAt: at,
      occurredOn: day,
      ...times,
    };
    const agreed = { isRecurring: attempt !== undefined, consentId: attempt?.consentId ?? null };
    const payment = await insertIntent(trx, { ...intent, ...agreed });
    if (attempt) await storeLostAttempt(trx, attempt, payment);
    return payment;
  });
}
