import type { InvoiceDocument, InvoiceDocumentItem } from '../../features/invoices/pdf/invoice-document.ts';
import { statementOf } from '../../features/statement/statement.rules.ts';
import type { Letterhead } from '../../platform/pdf/letterhead.ts';

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="#0b5d56"/><path d="M8 26c6 0 6-12 12-12s6 12 12 12" fill="none" stroke="#fff" stroke-width="4"/></svg>';

/** An operator's letterhead with an SVG logo. */
export const sampleLetterhead: Letterhead = {
  name: 'Lumen Valley Fiber',
  logo: `data:image/svg+xml;utf8,${encodeURIComponent(mark)}`,
  color: '#0b5d56',
  supportPhone: '(800) 555-0142',
  supportEmail: 'care@lumenvalley.example',
  addressLines: ['Lumen Valley Fiber', '400 Main Street', 'Springfield, VA 22150'],
  portalUrl: 'https://my.lumenvalley.example/myaccount',
};

const sampleItems: readonly InvoiceDocumentItem[] = [
  {
    description: 'Fiber 1 Gig',
    charges: [
      { chargeType: 'recurring', description: 'Internet, 1000/1000 Mbps', amountCents: 7_999 },
      { chargeType: 'recurring', description: 'Whole-home Wi-Fi', amountCents: 1_000 },
      { chargeType: 'discount', description: 'Autopay discount', amountCents: -500 },
      { chargeType: 'tax', description: 'State sales tax', amountCents: 612 },
      { chargeType: 'fee', description: 'Universal service fee', amountCents: 199 },
    ],
  },
  {
    description: 'Home phone',
    charges: [
      { chargeType: 'recurring', description: 'Unlimited calling', amountCents: 2_000 },
      { chargeType: 'usage', description: 'International minutes', amountCents: 284 },
    ],
  },
];

/** Returns a due bill of one page. `changes` replace whole fields; the figures follow from the lines. */
export function invoiceDocument(
  changes: Partial<InvoiceDocument> & { previousBalanceCents?: number; paymentsReceivedCents?: number } = {},
): InvoiceDocument {
  const { previousBalanceCents = 0, paymentsReceivedCents = 8_499, ...fields } = changes;
  const items = fields.items ?? sampleItems;
  const charges = items.flatMap((item) => item.charges);
  const statement = statementOf({ previousBalanceCents, paymentsReceivedCents, charges });
  return {
    language: 'en',
    letterhead: sampleLetterhead,
    payUrl: `${sampleLetterhead.portalUrl}/payments?make-payment&account=01937f6e-0000-7000-8000-00000000000a`,
    accountNumber: '100200300',
    holderName: 'Ana María Ruiz',
    businessName: null,
    billingAddress: ['18 Orchard Lane Apt 4B', 'Springfield, VA 22150-1832'],
    serviceAddress: ['18 Orchard Lane Apt 4B', 'Springfield, VA 22150'],
    invoiceNumber: '2026-100431',
    issuedOn: '2026-11-05',
    dueOn: '2026-12-01',
    periodStart: '2026-11-05',
    periodEnd: '2026-12-04',
    statement,
    items,
    pastDueCents: 0,
    pastDueSince: null,
    earlierBills: earlierBills(),
    ...fields,
  };
}

function earlierBills() {
  const earlier = [8_499, 8_499, 8_499, 9_120, 10_231, 8_499, 8_499, 8_499, 12_499, 10_780, 11_102];
  const months = [
    '2025-12',
    ...Array.from({ length: 10 }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}`),
  ];
  return months.map((month, index) => ({ month, amountCents: earlier[index] ?? 0 }));
}

/** Returns an item with many charges, for bills of several pages. */
export function itemWithCharges(count: number): InvoiceDocumentItem {
  const charges = Array.from({ length: count }, (_, index) => ({
    chargeType: 'usage' as const,
    description: `International call ${index + 1}`,
    amountCents: 35 + index,
  }));
  return { description: 'Business lines', charges };
}
