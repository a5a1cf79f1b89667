import { shownAddress } from '../../../platform/pdf/letterhead.ts';
import { qrCodePath } from '../../../platform/pdf/qr-code.ts';
import { translator } from '../../../platform/texts.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { invoiceStanding } from './invoice-standing.rules.ts';

/** Where the payment form opens with its first field focused (PAYMENTS-2). */
export function paymentAddress(portalUrl: string): string {
  return `${portalUrl}/payments?make-payment`;
}

/** How to pay, or whom to ask where nothing is to be paid; the code leads to the payment form. */
export function payInstructions(invoice: InvoiceDocument) {
  const { language, letterhead, accountNumber } = invoice;
  const t = translator(language);
  const address = paymentAddress(letterhead.portalUrl);
  const standing = invoiceStanding(invoice);
  const isPayable = standing === 'due' || standing === 'past-due';
  const words = {
    address: shownAddress(letterhead.portalUrl),
    phone: letterhead.supportPhone,
    email: letterhead.supportEmail,
    account: accountNumber,
  };
  const steps = isPayable ? ['online', 'autopay', 'questions'] : ['see', 'questions'];
  return {
    heading: t(isPayable ? 'invoices-pdf.pay.heading' : 'invoices-pdf.pay.headingNothing'),
    steps: steps.map((step) => ({
      label: t(`invoices-pdf.pay.${step}.label`),
      text: t(`invoices-pdf.pay.${step}.text`, words),
    })),
    qr: isPayable
      ? {
          image: qrCodePath,
          alt: t('invoices-pdf.pay.qrAlt', { address: shownAddress(address) }),
          caption: t('invoices-pdf.pay.qrCaption'),
        }
      : null,
  };
}
