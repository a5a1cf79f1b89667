import { addDays } from '@myaccount/contract/calendar';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { getMailAccount } from '../accounts/mail-account.repository.ts';
import { queueAccountMail } from '../accounts/mail-account.service.ts';
import { later } from '../balance/charge-notice.rules.ts';
import { mailKey, type PaymentMailName } from './outcome.rules.ts';
import type { Payment } from './payment.repository.ts';
import { isAutomatic, partlyApprovedOf } from './payment-state.rules.ts';

/** Of the mail about a charge that waits for it, because a restore brought the charge back. */
export interface StopLink {
  /** Stops the charge without a session: a secret. */
  readonly url: string;
  /** Tells this restore's mail from those before. */
  readonly event: string;
  /** Days from the mail to the charge. */
  readonly noticeDays: number;
}

/** Returns the day that a mail names: what waits for it is charged no sooner than it would allow if it is accepted today. */
export function dayToTell({ config, clock }: Portal, day: string, stop: StopLink | undefined): string {
  return stop ? later(day, addDays(dayOf(clock.now(), config.timeZone), stop.noticeDays)) : day;
}

/** What a mail says of a refund, and of what it did to the account. */
export interface MailedRefund {
  readonly id: string;
  readonly amountCents: number;
  /** It is taken back before it settles, sent back, or was given back outside the portal. */
  readonly means: 'void' | 'refund' | 'recorded';
  /** What it made owed again. */
  readonly reopenedCents: number;
  readonly endsAutopay: boolean;
  readonly cancelsPlans: boolean;
}

/** Data of a payment mail. No number in it has more than four digits (MAIL-1). */
export interface PaymentMailPayload {
  readonly amountCents: number;
  readonly day: string;
  /** Last four digits of the account number. */
  readonly accountEnding: string;
  readonly cardType: string;
  readonly lastFour: string | null;
  /** Code of the reason why the payment failed or was returned. */
  readonly reason: string | null;
  /** Amount due after a payment was returned; null in every other mail. */
  readonly amountDueCents: number | null;
  /** The day on which it came back. */
  readonly returnedOn?: string | undefined;
  readonly creditCents?: number | undefined;
  /** The payment reference. */
  readonly reference: string;
  /** The receipt that the mail leads to. */
  readonly paymentId: string;
  /** Autopay made the payment. */
  readonly isAutomatic: boolean;
  /** What was asked, where only a part of it was approved. */
  readonly requestedCents?: number | undefined;
  readonly stop?: StopLink | undefined;
  readonly refund?: MailedRefund | undefined;
}

/** A mail about a payment. */
export interface PaymentMail {
  readonly template: PaymentMailName;
  readonly payment: Payment;
  /** The day that the mail names. */
  readonly day: string;
  /** Amount due after a payment was returned; null in every other mail. */
  readonly amountDueCents: number | null;
  /** The day on which it came back. */
  readonly returnedOn?: string | undefined;
  /** What of it becomes credit, since its bill was voided. */
  readonly creditCents?: number;
  readonly stop?: StopLink;
  readonly refund?: MailedRefund;
  /** Tells this mail from others of the same template about the payment. */
  readonly event?: string;
  /** The request that caused the mail; null if a job did. */
  readonly correlationId: string | null;
}

/** Queues a mail about a payment in the transaction that makes it true, once, and returns its ids; none without an address. */
export async function queuePaymentMail(
  trx: Trx,
  portal: Pick<Portal, 'clock' | 'secrets'>,
  mail: PaymentMail,
): Promise<string[]> {
  const { template, payment, day, amountDueCents, returnedOn, creditCents, stop, refund, correlationId } =
    mail;
  const { accountId, loginId } = payment;
  const payload: Omit<PaymentMailPayload, 'accountEnding'> = {
    amountCents: refund?.amountCents ?? payment.amountCents,
    day,
    cardType: payment.method.cardType,
    lastFour: payment.method.lastFour,
    reason: payment.failureCode,
    reference: payment.paymentReference,
    amountDueCents,
    returnedOn,
    creditCents,
    paymentId: payment.id,
    isAutomatic: isAutomatic(payment),
    requestedCents: partlyApprovedOf(payment),
    stop,
    refund,
  };
  // One for each charge that a restore brought back, for each refund, and for each change of a plan.
  const event = stop?.event ?? refund?.id ?? mail.event;
  return await queueAccountMail(trx, portal, await getMailAccount(trx, accountId, 'payment', loginId), {
    eventKey: [mailKey(template, payment.id), event].filter(Boolean).join(':'),
    accountId,
    template,
    correlationId,
    payload: { ...payload },
    isSecret: stop !== undefined,
  });
}
