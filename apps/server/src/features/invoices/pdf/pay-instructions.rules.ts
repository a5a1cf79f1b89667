import { shownAddress } from '../../../platform/pdf/letterhead.ts';
import { qrCodeSvg } from '../../../platform/pdf/qr-code.ts';
import { translator } from '../../../platform/texts.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { invoiceStanding } from './invoice-standing.rules.ts';

/** How to pay, or whom to ask where nothing is to be paid; the code leads to the payment form (PAYMENTS-2). */
export function payInstructions(invoice: InvoiceDocument) {
  const { language, letterhead, accountNumber } = invoice;
  const t = translator(language);
  const address = `${letterhead.portalUrl}/payments?make-payment`;
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
    heading: t(isPayable ? 'invoices-pdf.pay.heading' : 'invoices-pdf.pay.heading-nothing'),
    steps: steps.map((step) => ({
      label: t(`invoices-pdf.pay.${step}.label`),
      text: t(`invoices-pdf.pay.${step}.text`, words),
    })),
    qr: isPayable
      ? {
          svg: qrCodeSvg(address),
          alt: t('invoices-pdf.pay.qr-alt', { address: shownAddress(address) }),
          caption: t('invoices-pdf.pay.qr-caption'),
        }
      : null,
  };
}
