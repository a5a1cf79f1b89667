import type { ProcessorName } from '@myaccount/contract/processors';
import type { RecordedCharge } from '../../gateways/card-processor/card-processor.ts';
import { dayOf } from '../../platform/business-day.ts';
import { kindOf } from '../charging/usable-method.service.ts';
import { findChargedMethod } from '../payment-methods/saved-method.repository.ts';
import { insertIntent } from '../payment-state/new-payment.repository.ts';
import { type PayingPortal, recordResult } from '../payment-state/outcome.service.ts';
import { listByReference, listMethodsOfCharge } from './processor-records.repository.ts';

/** A charge that a processor has and the database lost, and whose it is, as an operator found out. */
export interface Adoption {
  readonly processor: ProcessorName;
  readonly charge: RecordedCharge;
  readonly accountNumber: string;
  readonly by: string;
}

/**
 * Books a charge that only its processor knows for the account whose card it is. Its customer, who had the receipt before the
 * database was restored, gets no mail. Returns why it is refused; undefined when it is done.
 */
export async function adoptCharge(
  portal: PayingPortal,
  { processor, charge, accountNumber, by }: Adoption,
): Promise<string | undefined> {
  const { reference, transaction, amountCents, at } = charge;
  if (!transaction) return `the record of order ${reference} has no transaction`;
  const [known] = await listByReference(portal.db, processor, [reference]);
  if (known) return `order ${reference} is payment ${known.id}`;
  const methods = await listMethodsOfCharge(portal.db, processor, charge, accountNumber);
  const [found] = methods;
  if (!found) return `account ${accountNumber} has no method at ${processor} that ends in ${charge.lastFour}`;
  const payment = await portal.db.transaction().execute(async (trx) => {
    const method = await findChargedMethod(trx, found.accountId, found.methodId);
    if (!method) throw new Error(`There is no method ${found.methodId}`);
    const occurredOn = dayOf(at, portal.config.timeZone);
    const when = { occurredAt: at, occurredOn, reconcileAt: portal.clock.now() };
    const intent = {
      accountId: found.accountId,
      loginId: null,
      amountCents,
      method,
      reference,
      consentId: null,
    };
    return { ...(await insertIntent(trx, { ...intent, ...when })), kind: kindOf(method) };
  });
  const outcome = payment.kind === 'bank' ? 'pending' : 'approved';
  await recordResult(portal, payment, {
    result: { outcome, transaction, amountCents },
    attempt: { kind: 'inquiry', startedAt: portal.clock.now(), outcome, detail: `adopted by ${by}` },
    actor: `operator:${by}`,
    isTold: true,
  });
  return undefined;
}
