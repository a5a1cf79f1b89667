import { shownAddress } from '../../../platform/pdf/letterhead.ts';
import { qrCodePath } from '../../../platform/pdf/qr-code.ts';
import { translator } from '../../../platform/texts.ts';
import type { InvoiceDocument } from './invoice-document.ts';

/** How to pay, or whom to ask when nothing was owed at issue; the code leads to the payment form. */
export function payInstructions(invoice: InvoiceDocument) {
  const { language, letterhead, accountNumber } = invoice;
  const t = translator(language);
  const isPayable = invoice.statement.totalCents > 0;
  const words = {
    address: shownAddress(letterhead.portalUrl),
    phone: letterhead.supportPhone,
    email: letterhead.supportEmail,
    account: accountNumber,
  };
  const steps = isPayable ? ['online', 'questions'] : ['see', 'questions'];
  return {
    heading: t(isPayable ? 'invoices-pdf.pay.heading' : 'invoices-pdf.pay.headingNothing'),
    steps: steps.map((step) => ({
      label: t(`invoices-pdf.pay.${step}.label`),
      text: t(`invoices-pdf.pay.${step}.text`, words),
    })),
    qr: isPayable
      ? {
          image: qrCodePath,
          alt: t('invoices-pdf.pay.qrAlt', { address: shownAddress(letterhead.portalUrl) }),
          caption: t('invoices-pdf.pay.qrCaption'),
        }
      : null,
  };
}
