import { giftCardState, lastGiftDay } from '@myaccount/contract/gift-card-window';
import type { Language } from '@myaccount/contract/languages';
import { formatCents } from '@myaccount/contract/money';
import { dayOf } from '../../platform/business-day.ts';
import { formatMailDay } from '../../platform/mail/mail-dates.ts';
import { layOutMail, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { MailTemplate } from '../../platform/outbox/deliver.ts';
import { pageUrl } from '../../platform/page-url.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import type { BillMailPayload } from './bill-mail.rules.ts';

type Text = (key: string) => string;

function billReady(
  { config, clock }: Portal,
  payload: BillMailPayload,
  language: Language,
  accountId: string,
): RenderedMail {
  const translate = translator(language);
  const { accountEnding, openCents, dueOn, periodStart, periodEnd, totalCents } = payload;
  const { giftDays } = config.limits;
  const gift = payload.giftCard ?? undefined;
  const isGiftOpen = giftCardState(gift, dayOf(clock.now(), config.timeZone), giftDays) === 'open';
  const giftBy = isGiftOpen && gift?.eligibleDate && lastGiftDay(gift.eligibleDate, giftDays);
  const values = {
    giftBy: giftBy && formatMailDay(giftBy, language),
    account: accountEnding,
    amount: formatCents(openCents),
    total: formatCents(Math.abs(totalCents)),
    pastDue: formatCents(payload.pastDueCents),
    due: formatMailDay(dueOn, language),
    from: formatMailDay(periodStart, language),
    to: formatMailDay(periodEnd, language),
    brand: config.brand.name,
  };
  const t: Text = (key) => translate(`invoices-email.ready.${key}`, values);
  const isDue = openCents > 0;
  const url = (page: string) => pageUrl(config, `/billing/${page}`, accountId);
  return layOutMail(
    {
      subject: t(isDue ? 'subject' : 'nothingSubject'),
      paragraphs: [t('sentence')],
      figure: isDue ? { text: values.amount } : { text: t('nothing'), kind: 'name' },
      details: [...(isDue ? [t('due')] : []), t('period')],
      notes: [...notesOf(payload, t), ...(giftBy ? [t('giftCard')] : [])],
      // What is past due is paid first.
      button: hasPastDue(payload)
        ? { label: translate('payments-email.pay'), url: url('make-payment') }
        : { label: t('see'), url: url(`invoices/${payload.invoiceId}`) },
      reason: t('reason'),
    },
    config.brand,
    language,
  );
}

function hasPastDue({ openCents, totalCents, pastDueCents }: BillMailPayload): boolean {
  return totalCents > openCents && pastDueCents > 0;
}

function notesOf(payload: BillMailPayload, t: Text): string[] {
  const { openCents, totalCents, hasAutopay } = payload;
  if (totalCents < 0) return [t('credit')];
  const isMoreOwed = totalCents > openCents;
  const isPastDue = hasPastDue(payload);
  const owedBefore = isMoreOwed ? [t(isPastDue ? 'totalPastDue' : 'total')] : [];
  if (openCents <= 0) return owedBefore;
  if (isPastDue) return [...owedBefore, t(hasAutopay ? 'autopayPastDue' : 'payPastDue')];
  // What was owed before may be due sooner: then there may be something to do.
  const autopay = isMoreOwed ? 'autopayOwed' : 'autopay';
  return [...owedBefore, t(hasAutopay ? autopay : 'pay')];
}

/** Mails about bills by their template names in the outbox. */
export const invoiceMails = { 'bill-ready': billReady } as const satisfies Readonly<
  Record<string, MailTemplate>
>;
