import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPdfRenderer } from '../../../platform/pdf/pdf-renderer.ts';
import { anyText } from '../../../testing/any-text.ts';
import {
  invoiceDocument,
  itemWithCharges,
  sampleLetterhead,
} from '../../../testing/builders/invoice-document.ts';
import { forFile } from '../../../testing/for-tests.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { invoicePdf } from './invoice-pdf.ts';

const options = { workers: 1, queueLimit: 50, timeoutMs: 30_000 };
const renderer = forFile(async () => createPdfRenderer(options));

const otherLogo =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

const pdfOf = (changes: Parameters<typeof invoiceDocument>[0] = {}) =>
  renderer.render(invoicePdf(invoiceDocument(changes)));

describe('the bill as PDF', () => {
  test('[API-7] [BILLING-4] is tagged PDF/UA-1 with title, language, headings, table headers and alternatives', async () => {
    const pdf = await readPdf(await pdfOf());
    expect(pdf.uaPart).toBe('1');
    expect(pdf.isTagged).toBe(true);
    expect(pdf.language).toBe('en-US');
    expect(pdf.title).toBe('Lumen Valley Fiber bill 2026-100431');
    expect([...pdf.roles]).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'TD', 'Figure']));
    expect(pdf.alternatives).toEqual([
      'Lumen Valley Fiber logo',
      expect.stringMatching(/^Bar chart of your latest bills: Dec 2025 \$84\.99, .* Nov 2026 \$115\.94\.$/),
      'QR code that opens my.lumenvalley.example/myaccount',
    ]);
  });

  test('[BILLING-3] [SHELL-12] prints every figure and day', async () => {
    const { text, pageCount } = await readPdf(await pdfOf());
    expect(pageCount).toBe(1);
    for (const words of [
      'This bill $115.94 Due Dec 01, 2026',
      'Account number 100200300',
      'Bill number 2026-100431',
      'Issued Nov 05, 2026',
      'Due date Dec 01, 2026',
      'Billing period Nov 05, 2026 – Dec 04, 2026',
      'Service address 18 Orchard Lane Apt 4B Springfield, VA 22150',
      'Previous balance $84.99 Payments received −$84.99',
      'Service charges $104.99 Activity charges $2.84 Taxes and fees $8.11 Total owed $115.94',
      'Fiber 1 Gig $84.99 Internet, 1000/1000 Mbps Monthly $79.99',
      'Autopay discount Discount −$5.00',
      'Taxes and fees $8.11 State sales tax Tax $6.12 Universal service fee Fee $1.99',
    ])
      expect(text).toContain(words);
  });

  test('[SHELL-12] speaks Spanish to those who read Spanish, with money as everywhere', async () => {
    const pdf = await readPdf(await pdfOf({ language: 'es', dueOn: '2026-12-01', issuedOn: '2026-01-05' }));
    expect(pdf.language).toBe('es-US');
    expect(pdf.title).toBe('Factura 2026-100431 de Lumen Valley Fiber');
    expect(pdf.text).toContain('Esta factura $115.94 Vence el 1 de diciembre de 2026');
    expect(pdf.text).toContain('Emitida 5 ene 2026');
    expect(pdf.text).toContain('Impuestos y cargos $8.11 Total adeudado $115.94');
  });

  test('runs over two pages with their numbers and the columns’ names on each', async () => {
    const items = [itemWithCharges(40)];
    const { text, pageCount } = await readPdf(await pdfOf({ items }));
    expect(pageCount).toBe(2);
    expect(text).toContain('Page 1 of 2');
    expect(text).toContain('Page 2 of 2');
    expect(text.match(/Description Kind Amount/g)).toHaveLength(2);
    expect(text).toContain('International call 40 Usage $0.74');
  });

  test('is the same file whenever and wherever it is asked for, dated by the day of issue', async () => {
    const otherServer = createPdfRenderer(options);
    const first = await pdfOf();
    const second = await otherServer.render(invoicePdf(invoiceDocument()));
    await otherServer.close();
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
    expect((await readPdf(first)).creationDate).toMatch(/^D:20261105/);
  });

  test('prints the name where the operator’s logo is not an embedded image', async () => {
    const { alternatives, text } = await readPdf(
      await pdfOf({ letterhead: { ...sampleLetterhead, logo: '/logo.svg' }, earlierBills: [] }),
    );
    expect(text).toMatch(/^Lumen Valley Fiber/);
    expect(alternatives).toEqual([expect.stringContaining('QR code')]);
  });
});

describe('names that people have, and others', () => {
  test.each([
    "Zoë O'Brien-Łukasz",
    '王小明',
    '김철수',
    'สมชาย',
    'Ελένη Юлия Nguyễn',
    'Bobby 🎉 Tables',
    '#let x = $a$ *b* \\ @c <d> _e_ `f` "g" \\u{41} [h] // i',
    '{{brand}} $t(letter.logo)',
  ])('[BILLING-4] “%s” is printed as it is', async (holderName) => {
    const { text } = await readPdf(await pdfOf({ holderName }));
    expect(text).toContain(`${holderName} 18 Orchard Lane`);
  });

  test.each([
    ['Arabic', 'محمد عبد الله'],
    ['Hebrew', 'שלום כהן'],
    ['Devanagari', 'अमित कुमार'],
    ['a direction override', '\u202Egnorw\u202C \u2066x'],
    ['characters of no font', '\uE000\u{20000}\u{1F9FF}\uD800'],
    ['stacked marks', `Z${'\u0337\u0353\u030D'.repeat(20)}algo`],
    ['controls and zero widths', 'A\u0000B\u0007\u200B\uFEFFC'],
    ['nothing', ''],
    ['300 characters', 'W'.repeat(300)],
  ])(
    '[BILLING-4] a name of %s does not stop the bill, and its figures stay in order',
    async (_what, name) => {
      const items = [
        {
          description: name,
          charges: [{ chargeType: 'recurring' as const, description: name, amountCents: 11_594 }],
        },
      ];
      const changes = { holderName: name, businessName: name, serviceAddress: [name], items };
      const pdf = await readPdf(await pdfOf(changes));
      expect(pdf.uaPart).toBe('1');
      expect(pdf.text).toContain('This bill $115.94 Due Dec 01, 2026');
      expect(pdf.text).toContain('Please pay by Dec 01, 2026 to avoid a late fee.');
    },
  );

  test('[BILLING-4] no text at all stops the bill', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText(40), { minLength: 20, maxLength: 20 }), async (serviceAddress) => {
        expect(
          (await pdfOf({ serviceAddress, businessName: serviceAddress[0] ?? '' })).length,
        ).toBeGreaterThan(0);
      }),
      { numRuns: 5 },
    );
  });
});

describe('the entity tag of a bill', () => {
  const tagOf = (changes: Parameters<typeof invoiceDocument>[0] = {}) =>
    renderer.entityTagOf(invoicePdf(invoiceDocument(changes)));

  test.each<[string, Parameters<typeof invoiceDocument>[0]]>([
    ['an amount', { previousBalanceCents: 1 }],
    ['a line', { items: [itemWithCharges(1)] }],
    ['the addressee', { holderName: 'Somebody else' }],
    ['the language', { language: 'es' }],
    ['an earlier bill', { earlierBills: [{ month: '2026-10', amountCents: 1 }] }],
    ['the brand’s name', { letterhead: { ...sampleLetterhead, name: 'Other Fiber' } }],
    ['the brand’s logo', { letterhead: { ...sampleLetterhead, logo: otherLogo } }],
    ['the brand’s address', { letterhead: { ...sampleLetterhead, addressLines: ['Elsewhere'] } }],
    ['the portal’s address', { letterhead: { ...sampleLetterhead, portalUrl: 'https://other.example' } }],
    ['the way to pay', { payUrl: 'https://other.example/payments' }],
  ])('[API-7] changes with %s', (_what, changes) => {
    expect(tagOf(changes)).not.toBe(tagOf());
  });

  test('[API-7] is the same for the same bill on every server', async () => {
    const otherServer = createPdfRenderer(options);
    expect(otherServer.entityTagOf(invoicePdf(invoiceDocument()))).toBe(tagOf());
    await otherServer.close();
  });
});
