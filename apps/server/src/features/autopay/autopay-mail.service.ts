import type { Trx } from '../../platform/database/connect.ts';
import { queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import type { AutopayCharge } from '../balance/autopay-charge.rules.ts';
import { isExpired } from '../payment-methods/payment-methods.rules.ts';
import type { StopLink } from '../payment-state/payment-mail.service.ts';
import type { AutopayMailName, AutopayMailPayload } from './autopay.email.ts';
import { announcedEvent, autopayMailKey } from './autopay.rules.ts';
import { getRecipient } from './autopay-mail.repository.ts';

/** A mail about autopay. */
export interface AutopayMail {
  readonly name: AutopayMailName;
  readonly accountId: string;
  /** What happened, once: a second mail of the same name and event is not sent. */
  readonly event: string;
  readonly payload: Omit<AutopayMailPayload, 'accountEnding'>;
  readonly correlationId?: string;
}

/**
 * Queues a mail about autopay in the transaction that makes it true, and returns its id. Without an address there is none, and
 * null.
 */
export async function queueAutopayMail(trx: Trx, portal: Portal, mail: AutopayMail): Promise<string | null> {
  const recipient = await getRecipient(trx, mail.accountId);
  if (!recipient.emailAddress) return null;
  return await queueMail(trx, portal, {
    eventKey: autopayMailKey(mail.name, mail.event),
    accountId: mail.accountId,
    recipient: recipient.emailAddress,
    template: mail.name,
    language: recipient.language,
    correlationId: mail.correlationId ?? null,
    payload: { ...mail.payload, accountEnding: recipient.accountNumber.slice(-4) },
    isSecret: mail.payload.stop !== undefined,
  });
}

/** A charge that autopay will make, with its method. */
interface UpcomingCharge {
  readonly accountId: string;
  readonly charge: AutopayCharge;
  readonly cardType: string;
  readonly lastFour: string | null;
  readonly expiresOn: string | null;
  readonly pastDueCents: number;
  readonly hasLateDebt?: boolean;
  /** Of a charge that waits for its notice. */
  readonly stop?: StopLink;
}

/** Queues the mail that announces a charge, once for each account and day. Returns its id; null without an address. */
export async function queueUpcoming(
  trx: Trx,
  portal: Portal,
  { accountId, charge, expiresOn, stop, ...payload }: UpcomingCharge,
): Promise<string | null> {
  const { chargeOn: day, amountCents } = charge;
  const events = [announcedEvent(accountId, day), payload.hasLateDebt && amountCents, stop?.event];
  return await queueAutopayMail(trx, portal, {
    name: 'autopay-upcoming',
    accountId,
    event: events.filter(Boolean).join(':'),
    payload: {
      cardType: payload.cardType,
      lastFour: payload.lastFour,
      amountCents,
      day,
      pastDueCents: payload.pastDueCents,
      expires: isExpired(expiresOn, day),
      hasLateDebt: payload.hasLateDebt ?? false,
      ...(stop && { stop }),
    },
  });
}
