import { recordAudit } from '../../platform/audit.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Portal } from '../../platform/portal.ts';
import { clearPerson, findPaymentById } from './payment-outcome.repository.ts';
import type { PaymentResult } from './payment-outcome.rules.ts';
import { recordResult } from './payment-outcome.service.ts';
import type { Payment } from './payments.repository.ts';

/** What a person can have found out about a payment. */
export const findings = ['charged', 'not-charged', 'seen'] as const;
export type PersonFinding = (typeof findings)[number];

/** A person’s word on a payment. */
export interface PersonWord {
  readonly paymentId: string;
  readonly finding: PersonFinding;
  readonly by: string;
  /** The processor’s own number of the charge. */
  readonly transaction: string | undefined;
}

/** Records what a person found out; gives the reason where it cannot be recorded. */
export async function settleByPerson(portal: Portal, word: PersonWord): Promise<string | undefined> {
  const payment = await findPaymentById(portal.db, idOrNobody(word.paymentId));
  if (!payment) return `There is no payment ${word.paymentId}`;
  if (word.finding === 'seen') return await noteSeen(portal, payment, word);
  const isOpen = payment.state === 'UNKNOWN' || payment.state === 'PENDING';
  if (!isOpen) return `The payment is ${payment.state}: only an unknown or pending one can be settled`;
  if (word.finding === 'charged' && !word.transaction) {
    return '--transaction is missing: the processor’s number of the charge';
  }
  const now = portal.clock.now();
  const attempt = {
    kind: 'inquiry',
    startedAt: now,
    finishedAt: now,
    outcome: word.finding,
    detail: `found by ${word.by}`,
  } as const;
  await recordResult(portal, payment, { result: resultOf(payment, word), attempt, actor: operator(word) });
  return undefined;
}

function resultOf(payment: Payment, { finding, transaction }: PersonWord): PaymentResult {
  if (finding !== 'charged' || !transaction) return { outcome: 'never-charged' };
  return { outcome: 'approved', transaction, amountCents: payment.amountCents };
}

async function noteSeen(portal: Portal, payment: Payment, word: PersonWord): Promise<undefined> {
  await portal.db.transaction().execute(async (trx) => {
    await clearPerson(trx, payment);
    await recordAudit(trx, {
      at: portal.clock.now(),
      accountId: payment.accountId,
      actor: operator(word),
      action: 'payments.seen',
      detail: { paymentId: payment.id },
    });
  });
}

function operator({ by }: PersonWord): string {
  return `operator:${by}`;
}
