import { type ProcessorName, processorNames } from '@myaccount/contract/processors';
import type { RecordedCharge } from '../../gateways/card-processor/card-processor.ts';
import type { PayingPortal } from '../feature.ts';
import { recordResult } from '../payment-state/outcome.service.ts';
import { findPaymentById, type Payment } from '../payment-state/payment.repository.ts';
import { listByReference, listMethodsOfCharge } from '../reconciliation/processor-records.repository.ts';
import { bookLostCharge } from './book-lost-charge.service.ts';
import { findChargeOwner } from './lost-charge.repository.ts';

/** A charge that a processor has and the database lost, and whose it is, as an operator found out. */
export interface Adoption {
  readonly processor: ProcessorName;
  readonly charge: RecordedCharge;
  readonly accountNumber: string;
  readonly by: string;
}

/**
 * Books a charge that only its processor knows for the account whose card it is, also where a payment met it and waits. Its customer,
 * who had the receipt before the database was restored, gets no mail. Returns why it is refused; undefined when it is done.
 */
export async function adoptCharge(
  portal: PayingPortal,
  { processor, charge, accountNumber, by }: Adoption,
): Promise<string | undefined> {
  const { reference, transaction } = charge;
  if (!transaction) return `the record of order ${reference} has no transaction`;
  const findPayment = async () => (await listByReference(portal.db, processor, [reference]))[0];
  const known = await findPayment();
  if (known && !known.isHeld) return `order ${reference} is payment ${known.id}`;
  const [found] = await listMethodsOfCharge(portal.db, processor, charge, accountNumber);
  if (!found) return `account ${accountNumber} has no method at ${processor} that ends in ${charge.lastFour}`;
  const { accountId, methodId } = found;
  if (known && known.accountId !== accountId) return `order ${reference} is of another account`;
  const owner = await findChargeOwner(portal.db, processor, charge);
  const chargeNumber = owner?.accountId === accountId ? owner.chargeNumber : null;
  const isBooked = await bookLostCharge(portal, {
    processor,
    charge: { ...charge, transaction },
    owner: { accountId, methodId, chargeNumber },
    held: known && (await findPaymentById(portal.db, known.id)),
    actor: `operator:${by}`,
  });
  if (isBooked) return undefined;
  const meanwhile = await findPayment();
  return meanwhile
    ? `order ${reference} is payment ${meanwhile.id}`
    : `account ${accountNumber} has a payment without a result`;
}

/** A charge that a payment met and waits for, and its amount, which Orbital does not say. */
export interface HeldAdoption extends Pick<Adoption, 'accountNumber' | 'by'> {
  readonly reference: string;
  readonly amountCents: number;
}

/** Books the charge that a payment met at Orbital, as {@link adoptCharge} does. Returns why it is refused; undefined when it is done. */
export async function adoptHeldCharge(
  portal: PayingPortal,
  { reference, amountCents, ...who }: HeldAdoption,
): Promise<string | undefined> {
  const held = await findHeld(portal, ['orbital'], reference);
  if (!held) return `no payment at Orbital waits for order ${reference}`;
  const { transaction, occurredAt: at, method } = held;
  const charge = { reference, transaction, amountCents, at, lastFour: method.lastFour };
  return await adoptCharge(portal, { processor: 'orbital', charge, ...who });
}

/**
 * Records that the charge that a payment met took no money, for example because it was voided: neither did the payment, and its
 * account can pay again. It keeps its number, which has that charge. Returns why it is refused; undefined when it is done.
 */
export async function recordNotCharged(
  portal: PayingPortal,
  { reference, reason, by }: { readonly reference: string; readonly reason: string; readonly by: string },
): Promise<string | undefined> {
  const held = await findHeld(portal, processorNames, reference);
  if (!held) return `no payment waits for order ${reference}`;
  const attempt = {
    kind: 'inquiry',
    startedAt: portal.clock.now(),
    outcome: 'not-charged',
    detail: `found by ${by}: ${reason}`,
  } as const;
  const result = { outcome: 'never-charged' } as const;
  const payment = await recordResult(portal, held, { result, attempt, actor: `operator:${by}` });
  return payment.state === 'PROCESSING_ERROR' ? undefined : `order ${reference} is payment ${held.id}`;
}

/** Returns the payment that met a charge and waits; undefined if there is none. */
async function findHeld(
  portal: PayingPortal,
  processors: readonly ProcessorName[],
  reference: string,
): Promise<Payment | undefined> {
  for (const processor of processors) {
    const [known] = await listByReference(portal.db, processor, [reference]);
    if (known?.isHeld) return await findPaymentById(portal.db, known.id);
  }
  return undefined;
}
