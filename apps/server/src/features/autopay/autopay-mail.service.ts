import { isExpired } from '@myaccount/contract/payment-methods';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { getMailAccount } from '../accounts/mail-account.repository.ts';
import { queueAccountMail } from '../accounts/mail-account.service.ts';
import type { AutopayCharge } from '../balance/autopay-charge.rules.ts';
import type { StopLink } from '../payment-state/payment-mail.service.ts';
import type { AutopayMailName, AutopayMailPayload } from './autopay.email.ts';
import { announcedEvent, autopayMailKey } from './autopay.rules.ts';

/** A mail about autopay. */
export interface AutopayMail {
  readonly name: AutopayMailName;
  readonly accountId: string;
  /** What happened, once: a second mail of the same name and event is not sent. */
  readonly event: string;
  readonly payload: Omit<AutopayMailPayload, 'accountEnding'>;
  readonly correlationId?: string;
}

/** Queues a mail about autopay in the transaction that makes it true, and returns its ids; none without an address. */
export async function queueAutopayMail(trx: Trx, portal: Portal, mail: AutopayMail): Promise<string[]> {
  return await queueAccountMail(trx, portal, await getMailAccount(trx, mail.accountId, 'account'), {
    eventKey: autopayMailKey(mail.name, mail.event),
    accountId: mail.accountId,
    template: mail.name,
    correlationId: mail.correlationId ?? null,
    payload: { ...mail.payload },
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

/** Queues the mail that announces a charge, once for each account and day. Returns its ids; none without an address. */
export async function queueUpcoming(
  trx: Trx,
  portal: Portal,
  { accountId, charge, expiresOn, stop, ...payload }: UpcomingCharge,
): Promise<string[]> {
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
