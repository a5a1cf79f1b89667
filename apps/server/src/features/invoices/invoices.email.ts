import { basePath } from '@myaccount/contract/endpoint';
import type { Language } from '@myaccount/contract/languages';
import { formatCents } from '@myaccount/contract/money';
import { formatMailDay } from '../../platform/mail/mail-dates.ts';
import { layOutMail, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { MailTemplate } from '../../platform/outbox/deliver.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import type { BillMailPayload } from './bill-mail.rules.ts';

type Text = (key: string) => string;

function billReady({ config }: Portal, payload: BillMailPayload, language: Language): RenderedMail {
  const translate = translator(language);
  const { accountEnding, openCents, dueOn, periodStart, periodEnd, totalCents } = payload;
  const values = {
    account: accountEnding,
    amount: formatCents(openCents),
    total: formatCents(Math.abs(totalCents)),
    pastDue: formatCents(payload.pastDueCents ?? 0),
    due: formatMailDay(dueOn, language),
    from: formatMailDay(periodStart, language),
    to: formatMailDay(periodEnd, language),
    brand: config.brand.name,
  };
  const t: Text = (key) => translate(`invoices-email.ready.${key}`, values);
  const isDue = openCents > 0;
  return layOutMail(
    {
      subject: t(isDue ? 'subject' : 'nothingSubject'),
      paragraphs: [t('sentence')],
      figure: { text: values.amount },
      details: [t(isDue ? 'due' : 'nothing'), t('period')],
      notes: notesOf(payload, t),
      button: {
        label: t('see'),
        url: `${config.publicUrl}${basePath}/billing/invoices/${payload.invoiceId}`,
      },
      reason: t('reason'),
    },
    config.brand,
    language,
  );
}

function notesOf(
  { openCents, totalCents, pastDueCents = 0, hasAutopay }: BillMailPayload,
  t: Text,
): string[] {
  if (totalCents < 0) return [t('credit')];
  const isMoreOwed = totalCents > openCents;
  const isPastDue = isMoreOwed && pastDueCents > 0;
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
