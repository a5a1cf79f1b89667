import { addDays } from '@myaccount/contract/calendar';
import { formatCents } from '@myaccount/contract/money';
import type { ChargeKind } from '../../gateways/card-processor/card-processor.ts';
import type { Balance } from '../balance/balance.rules.ts';
import { lateReturnDays } from '../payment-state/inquiry.rules.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import type { Refund } from './refund.repository.ts';

/** What an operator asks for. */
export interface RefundOrder {
  readonly paymentId: string;
  /** Undefined for all that is left. */
  readonly amountCents: number | undefined;
  readonly reason: string;
  readonly by: string;
  /** The money was given back outside the portal. */
  readonly isRecorded: boolean;
  /** It may reopen debt. */
  readonly mayReopen: boolean;
}

/** What a refund is decided by. */
export interface RefundFacts {
  readonly payment: Payment;
  readonly kind: ChargeKind;
  readonly refunds: readonly Refund[];
  readonly balance: Pick<Balance, 'creditCents'>;
  /** What its processor documents how to give back; none where it has no processor. */
  readonly refundedKinds: readonly ChargeKind[];
  readonly limitCents: number;
  /** Whether charges wait, because this database may have lost some, and refunds too. */
  readonly isPaused: boolean;
  readonly today: string;
}

/** Returns what of a refund becomes debt again: free credit is taken first. */
export function reopenedCents({ creditCents }: Pick<Balance, 'creditCents'>, amountCents: number): number {
  return Math.max(0, amountCents - creditCents);
}

/** Returns what is given back, or in one sentence why it is refused. */
export function refundAmount(order: RefundOrder, facts: RefundFacts): number | string {
  const { payment, refunds, balance } = facts;
  const { state, externalId, amountCents: paidCents } = payment;
  if (externalId !== null)
    return 'The payment was made elsewhere: refund it there, and the import will say so';
  if (state !== 'COMPLETED') return `The payment is ${state}: only a completed one can be refunded`;
  if (order.reason.trim() === '') return 'Say why: the reason is empty';
  const open = refunds.find((refund) => refund.state === 'UNKNOWN');
  if (open)
    return `What came of refund ${open.id} of ${formatCents(open.amountCents)} is not known yet: wait, or settle it with settle-refund`;
  const left = paidCents - payment.refundedCents;
  const amountCents = order.amountCents ?? left;
  if (amountCents > left)
    return `${formatCents(left)} of the payment of ${formatCents(paidCents)} is left: ${formatCents(amountCents)} is more`;
  const reopened = reopenedCents(balance, amountCents);
  if (reopened > 0 && !order.mayReopen)
    return `It would reopen ${formatCents(reopened)} of debt: if a charge is disputed, have billing credit it first, or pass --reopen`;
  return (order.isRecorded ? undefined : whyNotSent(facts, amountCents)) ?? amountCents;
}

/** Returns why the processor cannot be asked for a refund; undefined if it can. */
function whyNotSent(facts: RefundFacts, amountCents: number): string | undefined {
  const { payment, kind, refundedKinds, limitCents, isPaused, today } = facts;
  if (isPaused)
    return 'Charges wait until they are compared with the processors (reconcile-processor), and refunds too';
  const allCents = payment.refundedCents + amountCents;
  if (allCents > limitCents)
    return `${formatCents(allCents)} of the payment would be given back: LIMIT_REFUND_CENTS allows ${formatCents(limitCents)}`;
  const finalOn = addDays(payment.occurredOn, lateReturnDays);
  if (kind === 'bank' && today <= finalOn)
    return `The bank can return the debit until ${finalOn}: refund it after that day`;
  const isNamed =
    payment.transaction !== null && (payment.processor !== 'orbital' || payment.transactionIndex !== null);
  if (refundedKinds.includes(kind) && isNamed) return undefined;
  return 'Its processor has no documented call for this: refund it on the processor’s own page, and then record that with --recorded';
}
