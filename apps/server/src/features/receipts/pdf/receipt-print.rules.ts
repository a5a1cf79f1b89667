import { formatDay, formatShortDay } from '@myaccount/contract/dates';
import { formatCents } from '@myaccount/contract/money';
import { formatReference } from '@myaccount/contract/payment-reference';
import { type Fact, letterFrame, unbroken } from '../../../platform/pdf/letter-frame.ts';
import { shownAddress } from '../../../platform/pdf/letterhead.ts';
import { translator } from '../../../platform/texts.ts';
import { declineText, partialTexts } from '../../payment-state/payment-row.rules.ts';
import type { ReceiptDocument } from './receipt-document.ts';

/** Returns what the receipt template prints, in the customer's language. */
export function receiptPrint(receipt: ReceiptDocument) {
  const { language, letterhead, state } = receipt;
  const t = translator(language);
  const heading = t(`payments-pdf.state.${state}.heading`);
  const words = {
    address: shownAddress(letterhead.portalUrl),
    day: unbroken(formatDay(receipt.occurredOn, language)),
  };
  const number = formatReference(receipt.reference);
  const title = t('payments-pdf.title', { brand: letterhead.name, heading, number });
  const reason = receipt.failure ? [declineText(receipt.failure, language)] : [];
  const notes = [
    ...reason,
    t(`payments-pdf.state.${state}.note`, words),
    ...partialTexts(receipt, language),
    ...receipt.refunds.map(({ amountCents, occurredOn }) =>
      t('payments-pdf.refunded', {
        amount: formatCents(amountCents),
        day: unbroken(formatShortDay(occurredOn, language)),
      }),
    ),
  ];
  return {
    ...letterFrame(receipt, title, receipt.occurredOn),
    heading,
    headline: {
      label: t('payments-pdf.amount'),
      figure: formatCents(receipt.amountCents),
      when: t(`payments-pdf.state.${state}.when`, words),
      note: notes.join(' '),
      isUrgent: state === 'PROCESSING_ERROR' || state === 'RETURNED',
    },
    facts: factsOf(receipt, number),
    applied: allocationsOf(receipt),
    help: t('payments-pdf.help', {
      phone: letterhead.supportPhone,
      email: letterhead.supportEmail,
      number,
    }),
  };
}

function factsOf(receipt: ReceiptDocument, number: string): Fact[] {
  const t = translator(receipt.language);
  const rows = [
    ['account', receipt.accountNumber],
    ['date', unbroken(formatShortDay(receipt.occurredOn, receipt.language))],
    ['method', receipt.methodName],
    ['reference', number],
  ] as const;
  return rows.map(([key, value]) => ({ label: t(`payments-pdf.facts.${key}`), lines: [value] }));
}

/** Returns the payment's allocations, credit, and refunds, which add up to its amount; null if nothing is booked. */
function allocationsOf({ language, appliedTo, creditCents, refunds, amountCents }: ReceiptDocument) {
  const t = translator(language);
  const bills = appliedTo.map(({ invoiceNumber, kind, amountCents: allocatedCents }) => ({
    label:
      invoiceNumber === null
        ? t('payments-pdf.applied.opening')
        : t(`payments-pdf.applied.${kind === 'debit' ? 'adjustment' : 'bill'}`, { number: invoiceNumber }),
    amount: formatCents(allocatedCents),
  }));
  const credit = { label: t('payments-pdf.applied.credit'), amount: formatCents(creditCents) };
  const given = refunds.map((refund) => ({
    label: t('payments-pdf.applied.refunded', { day: formatShortDay(refund.occurredOn, language) }),
    amount: formatCents(refund.amountCents),
  }));
  const rows = [...bills, ...(creditCents > 0 ? [credit] : []), ...given];
  if (rows.length === 0) return null;
  return {
    heading: t('payments-pdf.applied.heading'),
    columns: [t('payments-pdf.applied.what'), t('payments-pdf.amount')],
    rows,
    total: { label: t('payments-pdf.applied.total'), amount: formatCents(amountCents) },
  };
}
