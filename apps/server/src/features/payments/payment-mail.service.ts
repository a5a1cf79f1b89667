import type { Trx } from '../../platform/database/connect.ts';
import { queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import { getMailRecipient } from './payment-outcome.repository.ts';
import { mailKey, type PaymentMailName } from './payment-outcome.rules.ts';
import type { PaymentMailPayload } from './payments.email.ts';
import type { Payment } from './payments.repository.ts';
import { isAutomatic, partlyApprovedOf } from './payments.rules.ts';

/** A mail about a payment. */
export interface PaymentMail {
  readonly template: PaymentMailName;
  readonly payment: Payment;
  /** The day that the mail names. */
  readonly day: string;
  /** Amount due after a payment was returned; null in every other mail. */
  readonly amountDueCents: number | null;
  /** What of it becomes credit, since its bill was voided. */
  readonly creditCents?: number;
  /** The request that caused the mail; null if a job did. */
  readonly correlationId: string | null;
}

/** Queues a mail about a payment in the transaction that makes it true, once. Without an address there is none. */
export async function queuePaymentMail(trx: Trx, portal: Portal, mail: PaymentMail): Promise<void> {
  const { template, payment, day, amountDueCents, creditCents, correlationId } = mail;
  const recipient = await getMailRecipient(trx, payment);
  if (!recipient.emailAddress) return;
  const payload: PaymentMailPayload = {
    amountCents: payment.amountCents,
    day,
    accountEnding: recipient.accountNumber.slice(-4),
    cardType: payment.method.cardType,
    lastFour: payment.method.lastFour,
    reason: payment.failureCode,
    reference: payment.paymentReference,
    amountDueCents,
    creditCents,
    paymentId: payment.id,
    isAutomatic: isAutomatic(payment),
    requestedCents: partlyApprovedOf(payment),
  };
  await queueMail(trx, portal, {
    eventKey: mailKey(template, payment.id),
    accountId: payment.accountId,
    recipient: recipient.emailAddress,
    template,
    language: recipient.language,
    correlationId,
    payload: { ...payload },
  });
}
