import type { Language } from '@myaccount/contract/languages';
import { formatCents } from '@myaccount/contract/money';
import { adviceOf } from '@myaccount/contract/payment-failures';
import { formatReference } from '@myaccount/contract/payment-reference';
import { formatMailDay } from '../../platform/mail/mail-dates.ts';
import { layOutMail, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { MailTemplate } from '../../platform/outbox/deliver.ts';
import { pageUrl } from '../../platform/page-url.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import { methodName } from '../payment-methods/method-name.rules.ts';
import type { PaymentMailName } from '../payment-state/outcome.rules.ts';
import { dayToTell, type PaymentMailPayload } from '../payment-state/payment-mail.service.ts';
import { declineText, partialTexts } from '../payment-state/payment-row.rules.ts';

/** What differs between the payment mails. */
interface PaymentMailDefinition {
  /** First key of its texts. */
  readonly event: string;
  readonly hasNext: boolean;
  readonly button: 'see' | 'pay' | 'receipt';
}

function paymentMail({ event, hasNext, button }: PaymentMailDefinition) {
  return (
    portal: Portal,
    payload: PaymentMailPayload,
    language: Language,
    accountId: string,
  ): RenderedMail => {
    const t = translator(language);
    const { config } = portal;
    const values = {
      amount: formatCents(payload.amountCents),
      account: payload.accountEnding,
      day: formatMailDay(dayToTell(portal, payload.day, payload.stop), language),
      phone: config.brand.supportPhone,
      returnedOn: payload.returnedOn && formatMailDay(payload.returnedOn, language),
      credit: formatCents(payload.creditCents ?? 0),
    };
    const sentence = t(sentenceKey(event, payload), values);
    const method = methodName(payload, language);
    return layOutMail(
      {
        subject: t(`payments-email.${event}.subject`, values),
        paragraphs: [sentence],
        figure: { text: values.amount },
        details: [
          sentence.includes(values.day) ? method : `${method}, ${values.day}`,
          // A mail that an older release queued knows no day of a return.
          ...(values.returnedOn ? [t('payments-email.returned.on', values)] : []),
          t('payments-email.reference', { reference: formatReference(payload.reference) }),
        ],
        notes: [
          ...partialTexts(payload, language),
          ...(payload.reason ? [declineText(payload.reason, language)] : []),
          ...refundTexts(payload, t),
          ...(hasNext
            ? [t(nextKey(event, payload), { ...values, due: formatCents(payload.amountDueCents ?? 0) })]
            : []),
        ],
        button: buttonOf(payload.requestedCents ? 'pay' : button, payload, {
          t,
          url: (path) => pageUrl(config, path, accountId),
        }),
        reason: t('payments-email.reason', { brand: config.brand.name }),
      },
      config.brand,
      language,
    );
  };
}

/** A receipt is the page of one payment, to pay is the payment form, and every other button leads to all payments. */
function buttonOf(
  button: PaymentMailDefinition['button'],
  { paymentId, amountDueCents, stop }: PaymentMailPayload,
  { t, url }: { readonly t: (key: string) => string; readonly url: (path: string) => string },
) {
  if (stop) return { label: t('autopay-email.stop'), url: stop.url };
  if (button === 'receipt')
    return { label: t('payments-email.receipt'), url: url(`/payments/receipts/${paymentId}`) };
  if (button === 'pay' && amountDueCents !== 0)
    return { label: t('payments-email.pay'), url: url('/billing/make-payment') };
  return { label: t('payments-email.see'), url: url('/payments') };
}

/** Says how long a refund takes, and what it did to the account. */
function refundTexts({ refund }: PaymentMailPayload, t: ReturnType<typeof translator>): string[] {
  if (!refund) return [];
  const { means, reopenedCents, endsAutopay, cancelsPlans } = refund;
  const said = [
    means,
    reopenedCents > 0 && 'reopened',
    endsAutopay && 'autopayOff',
    cancelsPlans && 'plansCanceled',
  ];
  const values = { reopened: formatCents(reopenedCents) };
  return said.flatMap((key) => (key ? [t(`payments-email.refunded.${key}`, values)] : []));
}

/** The mails that name autopay as the maker of its payments. */
const ofAutopay: readonly string[] = ['returned', 'upcoming'];

/** Text of the first sentence, which names autopay as the maker of its payments. */
function sentenceKey(event: string, { isAutomatic }: PaymentMailPayload): string {
  const isOfAutopay = ofAutopay.includes(event) && isAutomatic;
  return `payments-email.${event}.${isOfAutopay ? 'autopaySentence' : 'sentence'}`;
}

/** Text of what happens next, or of what helps: a returned payment may be covered by credit, or be charged again by autopay. */
function nextKey(event: string, payload: PaymentMailPayload): string {
  if (event === 'failed') return `payments-advice.${adviceOf(payload.reason)}`;
  if (payload.amountDueCents === 0) return `payments-email.${event}.covered`;
  const isOfAutopay = ofAutopay.includes(event) && payload.isAutomatic;
  return `payments-email.${event}.${isOfAutopay ? 'autopayNext' : 'next'}`;
}

/** Payment mails by their template names in the outbox. */
export const paymentMails = {
  'payment-made': paymentMail({ event: 'made', hasNext: false, button: 'receipt' }),
  'payment-pending': paymentMail({ event: 'pending', hasNext: true, button: 'receipt' }),
  'payment-failed': paymentMail({ event: 'failed', hasNext: true, button: 'pay' }),
  'payment-returned': paymentMail({ event: 'returned', hasNext: true, button: 'pay' }),
  'payment-planned': paymentMail({ event: 'planned', hasNext: true, button: 'see' }),
  'payment-changed': paymentMail({ event: 'changed', hasNext: true, button: 'see' }),
  'payment-upcoming': paymentMail({ event: 'upcoming', hasNext: true, button: 'see' }),
  'payment-cancelled': paymentMail({ event: 'cancelled', hasNext: true, button: 'see' }),
  'payment-not-needed': paymentMail({ event: 'notNeeded', hasNext: true, button: 'see' }),
  'payment-not-made': paymentMail({ event: 'notMade', hasNext: true, button: 'pay' }),
  'payment-missed': paymentMail({ event: 'missed', hasNext: true, button: 'pay' }),
  'payment-unconfirmed': paymentMail({ event: 'unconfirmed', hasNext: true, button: 'see' }),
  'payment-unneeded': paymentMail({ event: 'unneeded', hasNext: true, button: 'see' }),
  'payment-refunded': paymentMail({ event: 'refunded', hasNext: false, button: 'receipt' }),
} as const satisfies Record<PaymentMailName, MailTemplate>;
