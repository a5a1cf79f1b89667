import type { Language } from '@myaccount/contract/languages';
import { formatCents } from '@myaccount/contract/money';
import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import { formatMailDay } from '../../platform/mail/mail-dates.ts';
import type { MailContent } from '../../platform/mail/mail-html.ts';
import { layOutMail, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { MailTemplate } from '../../platform/outbox/deliver.ts';
import { pageUrl } from '../../platform/page-url.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import { methodName } from '../payment-methods/method-name.rules.ts';
import { dayToTell, type StopLink } from '../payment-state/payment-mail.service.ts';
import { declineText } from '../payment-state/payment-row.rules.ts';

/** Data of a mail about autopay. No number in it has more than four digits (MAIL-1). */
export interface AutopayMailPayload {
  readonly accountEnding: string;
  readonly cardType: string;
  readonly lastFour: string | null;
  readonly amountCents?: number | null;
  /** The day of the charge, or on which it failed; null when none is known. */
  readonly day?: string | null;
  /** Part of the amount that is past due already. */
  readonly pastDueCents?: number;
  /** Why a charge failed, or why autopay was stopped. */
  readonly reason?: PaymentFailure;
  /** The day of the next attempt; null when none follows. */
  readonly retryOn?: string | null;
  /** Autopay was turned off while the charge was being made. */
  readonly isOff?: boolean;
  /** The card expires before the day of the charge. */
  readonly expires?: boolean;
  /** The charge takes debt that came on its due date or later. */
  readonly hasLateDebt?: boolean;
  /** Nothing was tried: the servers were away for longer than autopay makes up for. */
  readonly isMissed?: boolean;
  /** The charge waits for this mail, and can be stopped. */
  readonly stop?: StopLink;
}

type Text = (key: string) => string;

/** What a mail says, in its language. */
type Content = (
  t: Text,
  payload: AutopayMailPayload,
  language: Language,
) => Omit<MailContent, 'reason' | 'button'>;

/** Where a mail leads: to all payments, to the payment form, to the payment methods, or to where its charge is stopped. */
type Button = 'see' | 'pay' | 'manage' | 'stop';

function autopayMail(event: string, buttonOf: (payload: AutopayMailPayload) => Button, content: Content) {
  return (
    portal: Portal,
    payload: AutopayMailPayload,
    language: Language,
    accountId: string,
  ): RenderedMail => {
    const translate = translator(language);
    const { config } = portal;
    const values = {
      account: payload.accountEnding,
      method: methodName(payload, language),
      amount: formatCents(payload.amountCents ?? 0),
      pastDue: formatCents(payload.pastDueCents ?? 0),
      day: payload.day ? formatMailDay(dayToTell(portal, payload.day, payload.stop), language) : '',
      retryDay: payload.retryOn ? formatMailDay(payload.retryOn, language) : '',
    };
    const button = buttonOf(payload);
    const t = (key: string) => translate(`autopay-email.${event}.${key}`, values);
    return layOutMail(
      {
        ...content(t, payload, language),
        button: {
          label: translate(buttons[button].label),
          url: payload.stop?.url ?? pageUrl(config, buttons[button].path, accountId),
        },
        reason: translate('autopay-email.reason', { brand: config.brand.name }),
      },
      config.brand,
      language,
    );
  };
}

const buttons: Readonly<Record<Button, { readonly label: string; readonly path: string }>> = {
  see: { label: 'autopay-email.see', path: '/payments' },
  pay: { label: 'autopay-email.pay', path: '/billing/make-payment' },
  manage: { label: 'payment-methods-email.manage', path: '/billing/manage-payment-methods' },
  stop: { label: 'autopay-email.stop', path: '' },
};

const turnedOn: Content = (t, { amountCents, day, pastDueCents = 0 }) => ({
  subject: t('subject'),
  paragraphs: [t('sentence')],
  ...(day && { figure: { text: formatCents(amountCents ?? 0) }, details: [t('next')] }),
  notes: [...(pastDueCents > 0 ? [t(day ? 'pastDue' : 'pastDueLater')] : []), t('notice')],
});

const turnedOff: Content = (t) => ({
  subject: t('subject'),
  paragraphs: [t('sentence')],
  notes: [t('discount')],
});

const upcoming: Content = (t, payload) => ({
  subject: t(payload.expires ? 'expiringSubject' : 'subject'),
  paragraphs: [t(payload.expires ? 'expiringSentence' : 'sentence')],
  figure: { text: formatCents(payload.amountCents ?? 0) },
  notes: [
    ...(payload.hasLateDebt ? [t('lateDebt')] : []),
    ...(paysSooner(payload) ? [t('pastDue')] : []),
    ...(payload.expires ? [t('expiring')] : []),
    ...(payload.expires || paysSooner(payload) ? [] : [t('next')]),
    ...(payload.stop ? [t('restored')] : []),
  ],
});

/** Late debt is charged as soon as it can be: there is nothing to do about it. */
function paysSooner({ pastDueCents = 0, hasLateDebt = false }: AutopayMailPayload): boolean {
  return pastDueCents > 0 && !hasLateDebt;
}

/** A charge that waits for its notice can be stopped. What is past due is paid first, then a card that expires is replaced. */
const aheadButton = (payload: AutopayMailPayload): Button => {
  const { expires = false, stop } = payload;
  if (stop) return 'stop';
  if (paysSooner(payload)) return 'pay';
  return expires ? 'manage' : 'see';
};

const failed: Content = (t, { amountCents, reason = 'declined', retryOn, isOff, isMissed }, language) => ({
  subject: t('subject'),
  paragraphs: [t('sentence')],
  figure: { text: formatCents(amountCents ?? 0) },
  notes: isMissed
    ? [t('missed')]
    : [
        declineText(reason === 'unavailable' ? 'never-charged' : reason, language),
        t(isOff ? 'isOff' : retryOn ? 'retry' : 'noRetry'),
      ],
});

const stopped: Content = (t, { reason }) => ({
  subject: t('subject'),
  paragraphs: [t('sentence')],
  notes: [t(reason === 'unauthorized' ? 'unauthorized' : 'returned'), t('next'), t('discount')],
});

/** Mails about autopay by their template names in the outbox. */
export const autopayMails = {
  'autopay-on': autopayMail('on', aheadButton, turnedOn),
  'autopay-off': autopayMail('off', () => 'see', turnedOff),
  'autopay-upcoming': autopayMail('upcoming', aheadButton, upcoming),
  'autopay-failed': autopayMail('failed', () => 'pay', failed),
  'autopay-stopped': autopayMail('stopped', () => 'pay', stopped),
} as const satisfies Readonly<Record<string, MailTemplate>>;

export type AutopayMailName = keyof typeof autopayMails;
