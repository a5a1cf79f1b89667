import type { ReturnReason } from '@myaccount/contract/payment-failures';
import type { RecordedReturn } from '../../gateways/card-processor/card-processor.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Portal } from '../../platform/portal.ts';
import type { PayingPortal } from '../feature.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { recordResult } from '../payment-state/outcome.service.ts';
import { findPaymentById } from '../payment-state/payment.repository.ts';
import { listByReference } from './processor-records.repository.ts';

const dayMs = 86_400_000;
/** Longer than any outage of this job or of the processor's reports; a return is recorded once. */
const lookBackDays = 4;

/**
 * RETURN-1: records the bank debits that came back in the last days, as the processor's report lists them. Servers may run
 * it at once. Debits are looked up one by one as well, so a report that cannot be read loses nothing.
 */
export async function recordReturns(portal: PayingPortal): Promise<void> {
  const now = portal.clock.now().getTime();
  const since = new Date(now - lookBackDays * dayMs);
  // The processor's clock may be ahead of ours.
  const until = new Date(now + dayMs);
  const returns = await portal.processors.transafe.listReturns(since, until);
  const byReference = new Map(returns.map((found) => [found.reference, found]));
  for (const payment of await listByReference(portal.db, 'transafe', [...byReference.keys()])) {
    const found = byReference.get(payment.reference);
    const isOpen = payment.state === 'COMPLETED' || payment.state === 'PENDING';
    if (found && isOpen) await recordReturn(portal, payment, found);
  }
}

async function recordReturn(
  portal: Portal,
  payment: { readonly accountId: string; readonly id: string },
  { reference: _, ...result }: RecordedReturn,
): Promise<void> {
  const attempt = {
    kind: 'inquiry',
    startedAt: portal.clock.now(),
    outcome: 'returned',
    detail: result.text,
  } as const;
  await recordResult(portal, payment, { result, attempt, actor: 'system' });
}

/** A return that an operator knows of: from the bank's letter or the processor's page. */
export interface KnownReturn {
  readonly paymentId: string;
  readonly reason: ReturnReason;
  /** The bank network's code, or what the operator read. */
  readonly text: string;
  readonly by: string;
}

/** Records the return of a bank debit. Returns why it cannot, undefined when it is done. */
export async function returnPayment(portal: Portal, known: KnownReturn): Promise<string | undefined> {
  const payment = await findPaymentById(portal.db, idOrNobody(known.paymentId));
  if (!payment) return `There is no payment ${known.paymentId}`;
  if (!isBankAccount(payment.method)) return 'The payment is no bank debit; only those are returned';
  const isOpen = payment.state === 'COMPLETED' || payment.state === 'PENDING';
  if (!isOpen) return `The payment is ${payment.state}; only a completed or pending one can be returned`;
  const { reason, text, by } = known;
  const { amountCents } = payment;
  const transaction = payment.transaction ?? '';
  await recordResult(portal, payment, {
    result: { outcome: 'returned', transaction, amountCents, reason, text },
    attempt: {
      kind: 'inquiry',
      startedAt: portal.clock.now(),
      outcome: 'returned',
      detail: `found by ${by}`,
    },
    actor: `operator:${by}`,
  });
  return undefined;
}
