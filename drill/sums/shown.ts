import type { AccountDetails } from '@myaccount/contract/accounts';
import type { Change } from '@myaccount/contract/audit';
import { type InvoiceDetail, type InvoiceRow, isAdjustment } from '@myaccount/contract/invoices';
import type { PaymentRow } from '@myaccount/contract/payments';
import { readPdf } from '../../apps/server/src/testing/read-pdf.ts';
import type { Figures } from './expected-calls.ts';
import { type Amounts, countAmounts, newestPostings } from './expected-texts.ts';
import type { AccountLines } from './lines.ts';
import type { World } from './world.ts';

/** No figures: who, where, with which method, and ids that no list names. */
const ignored = new Set([
  'payment_method',
  'billDetails',
  'accountDetails',
  'recurring_payment_id',
  'serviceAddress',
  'accountType',
  'accountStatus',
  'reference',
  'failure',
  'occurred_at',
  'emailed_to',
]);

/** The calls of one customer. */
class Customer {
  readonly #world: World;
  readonly #token: string;

  constructor(world: World, token: string) {
    this.#world = world;
    this.#token = token;
  }

  async get<T = unknown>(path: string, query: Record<string, string> = {}): Promise<T> {
    const response = await this.#world.get(path, query, this.#token);
    return response.json<T>();
  }

  /** A whole list, page by page. */
  async list<T>(path: string, query: Record<string, string>) {
    const result: T[] = [];
    for (let number = 1; ; number += 1) {
      const asked = { ...query, page_number: String(number), page_size: '5' };
      const page = await this.get<{ totalCount: number; totalPages: number; result: T[] }>(path, asked);
      result.push(...page.result);
      if (number >= page.totalPages) return { totalCount: page.totalCount, result };
    }
  }

  async pdfText(path: string, query: Record<string, string>): Promise<string> {
    return (await readPdf((await this.#world.get(path, query, this.#token)).rawPayload)).text;
  }
}

/** Reads every surface of an account, as its customer, an operator, and a reader of its mails. */
export async function shownFigures(world: World, lines: AccountLines): Promise<Figures> {
  const { accountNumber, customerId } = lines.account;
  const customer = new Customer(world, await world.signIn(lines.emailAddress));
  const byNumber = { AccountNumber: accountNumber };
  const details = await customer.get<AccountDetails>('/customer/account/details', byNumber);
  const byId = { billing_account_id: details.GTVBillingAccountID };
  const bills = await customer.list<InvoiceRow>('/invoices/all', byId);
  const payments = await customer.list<PaymentRow>('/payments', byId);
  const changes = await customer.list<Change>('/customer/account/changes', byNumber);
  const figures: Record<string, unknown> = {
    'list of accounts': await customer.get('/accounts'),
    'plan price': details.selectedProductOffer.totalMonthlyRC,
    'billing account': await customer.get('/billing/gtv/account', byNumber),
    dashboard: await customer.get('/billing/gtv/billing-account/refresh', {
      ...byNumber,
      customerID: customerId,
    }),
    'list of bills': bills,
    'payment history': payments,
    'planned payments': await customer.get('/payments/planned', byId),
    changes: changes.result.flatMap(({ amount }) => amount ?? []),
    ...shownByOps(await world.show(accountNumber)),
    mails: (await world.mails(accountNumber)).map(({ template, text }) => ({
      template,
      amounts: amountsOf(text),
    })),
  };
  const isEnglish = lines.language === 'en';
  for (const bill of bills.result) Object.assign(figures, await billFigures(customer, bill, isEnglish));
  for (const payment of payments.result) Object.assign(figures, await paymentFigures(customer, payment));
  // Ids are compared by what they name.
  const names = new Map([
    ...bills.result.map(({ id, invoice_num }) => [id, invoice_num] as const),
    ...payments.result.map(({ id, trasaction_id }) => [id, trasaction_id ?? id] as const),
  ]);
  const text = JSON.stringify(figures, (key, value) => (ignored.has(key) ? undefined : value));
  return JSON.parse(
    text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => names.get(id) ?? id),
    (key, value) => (key === 'id' && !/^(?:PAY-)?\d+-\d+$/.test(value) ? undefined : value),
  );
}

async function billFigures(
  customer: Customer,
  { id, invoice_num: number, kind }: InvoiceRow,
  isEnglish: boolean,
): Promise<Figures> {
  const asked = { invoice_id: id };
  const [detail] = await customer.get<InvoiceDetail[]>('/invoices/single', asked);
  const appliedCents = detail?.applied?.map(({ amount }) => Math.round(amount * 100)) ?? [];
  const figures = {
    [`bill ${number}`]: { ...detail, applied: appliedCents.reduce((sum, cents) => sum + cents, 0) / 100 },
    [`payments of bill ${number}`]: await customer.get('/invoices/payments', asked),
  };
  if (isAdjustment(kind)) return figures;
  const pdf = await customer.pdfText('/invoices/download', asked);
  return {
    ...figures,
    [`PDF of bill ${number}`]: amountsOf(pdf),
    [`labels of PDF ${number}`]: isEnglish ? labelsOf(pdf) : {},
  };
}

async function paymentFigures(customer: Customer, { id, trasaction_id: name }: PaymentRow): Promise<Figures> {
  return {
    [`payment ${name}`]: await customer.get('/invoices/payment-info', { id }),
    [`receipt ${name}`]: await customer.get('/payments/receipt', { id }),
    [`PDF of receipt ${name}`]: amountsOf(await customer.pdfText('/payments/receipt/download', { id })),
  };
}

function amountsOf(text: string): Amounts {
  return countAmounts(text.match(/−?\$[\d,]+\.\d\d/g) ?? []);
}

const labels = [
  'Previous balance',
  'Payments received',
  'Service charges',
  'Activity charges',
  'Taxes and fees',
  'Late fee',
  'This bill',
  'Your credit',
  'Total owed',
  'Credit',
  'Current charges',
];

/** The amounts behind the labels of an English bill, and its days. */
function labelsOf(text: string): Readonly<Record<string, string | undefined>> {
  const find = (pattern: string) => new RegExp(pattern).exec(text)?.[1];
  return {
    ...Object.fromEntries(labels.map((label) => [label, find(`${label} (−?\\$[\\d,]+\\.\\d\\d)`)])),
    due: find('\\$\\S+ Due (\\w+ \\d+, \\d+)'),
    since: find('past due since (\\w+ \\d+, \\d+)'),
  };
}

/** What `ops show` prints of money. */
function shownByOps(page: string): Figures {
  const parts = page.split('\n\n');
  const begins = (start: string) => parts.find((part) => part.startsWith(start))?.slice(start.length) ?? '';
  const rows = (title: string) =>
    begins(`${title}\n`)
      .split('\n')
      .filter((row) => row !== '')
      .map((row) => row.trim().replace(/ +/g, ' '));
  const cells = (title: string, pattern: RegExp) =>
    rows(title).map((row) => pattern.exec(row)?.slice(1).join(' ') ?? row);
  return {
    'show: balance': `balance ${begins('balance ')}`,
    'show: Open items': rows('Open items'),
    'show: autopay': begins('autopay is '),
    'show: Payments': cells('Payments', /^([\d-]{10})\S* (\w+) (\S+)/),
    'show: Returned payments': cells('Returned payments', /(paid \S+) (\S+)/).toSorted(),
    'show: Bills': rows('Bills'),
    'show: Ledger': newestPostings(cells('Ledger', /^(\S+) (\S+) (\w+) (from) (\w+)/)),
  };
}
