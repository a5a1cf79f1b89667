import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { addDays } from '@myaccount/contract/calendar';
import { apiPath } from '@myaccount/contract/endpoint';
import type { ImportLine } from '@myaccount/contract/import';
import type { Language } from '@myaccount/contract/languages';
import { dayOf } from '../platform/business-day.ts';
import { accountLine, customerLine, invoiceLine, loginLine, methodLine } from './builders/import-lines.ts';
import type { PayingTestPortal } from './paying-portal.ts';
import { readPdf } from './read-pdf.ts';
import { runOps } from './run-ops.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** What takes whole days has happened by then, however long the charge itself took. */
const dayAndALittleMs = dayMs + 5 * minuteMs;
const mailPollMs = 50;

/** A customer whose months pass in a test. Names its records: account `A-luz`, methods `M-luz-…`. */
export interface MonthsCustomer {
  readonly name: string;
  readonly language: Language;
}

/** A saved method of such a customer. The sandbox's magic values in its token select the outcome of its charges. */
export interface MonthsMethod {
  readonly key: string;
  readonly kind: 'card' | 'bank';
  readonly lastFour: string;
  readonly token: string;
}

export const accountOf = ({ name }: MonthsCustomer) => `A-${name}`;
export const emailOf = ({ name }: MonthsCustomer) => `${name}@example.com`;

/** Runs `ops` like an operator, at the time of the test's clock, and returns what it prints. */
export async function ops(portal: PayingTestPortal, ...args: string[]): Promise<string> {
  const { code, out, err } = await runOps(portal.settings, args);
  if (code !== 0) throw new Error(`ops ${args.join(' ')} failed: ${err}`);
  return out;
}

/** Imports records with `ops import`, whose clock runs on, and lets a minute pass. */
export async function importLines(portal: PayingTestPortal, lines: readonly ImportLine[]): Promise<void> {
  const file = `${portal.settings.CLOCK_FILE}.jsonl`;
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  await ops(portal, 'import', file);
  await portal.passTime(minuteMs);
  await runJobs(portal);
}

/** The records of a customer with saved methods, the first of which is the default. */
export function customerLines(customer: MonthsCustomer, methods: readonly MonthsMethod[]): ImportLine[] {
  const accountNumber = accountOf(customer);
  const customerId = `C-${customer.name}`;
  return [
    customerLine({ customerId, emailAddress: emailOf(customer), language: customer.language }),
    accountLine({ accountNumber, customerId, autopay: null, discounts: [], billType: 'EMAIL' }),
    loginLine({ emailAddress: emailOf(customer), accounts: [{ accountNumber, role: 'primary' }] }),
    ...methods.map(({ key, kind, lastFour, token }, index) =>
      methodLine({
        externalId: `M-${customer.name}-${key}`,
        accountNumber,
        lastFour,
        token,
        isDefault: index === 0,
        ...(kind === 'bank' && {
          methodType: 'custom',
          processor: 'transafe',
          cardType: 'ACH',
          expirationDate: null,
        }),
      }),
    ),
  ];
}

/** A bill of a month: issued on its 5th, due 21 days later. `previous` is what was owed before. */
export function monthlyBill(
  customer: MonthsCustomer,
  { month, amount, previous }: { month: string; amount: string; previous: string },
): ImportLine {
  const issuedOn = `${month}-05`;
  return invoiceLine({
    invoiceNumber: `${accountOf(customer)}-${month}`,
    accountNumber: accountOf(customer),
    issuedOn,
    dueOn: addDays(issuedOn, 21),
    periodStart: issuedOn,
    periodEnd: addDays(issuedOn, 27),
    previousBalance: previous,
    items: [{ description: 'Fiber 500', charges: [{ type: 'recurring', description: 'Fiber 500', amount }] }],
    status: 'OPEN',
    paidOn: null,
  });
}

/** Moves the clock day by day to the afternoon of a day, with the jobs of each day and its mails. */
export async function liveUntil(portal: PayingTestPortal, day: string): Promise<void> {
  const { timeZone } = portal.portal.config;
  while (dayOf(portal.clock.now(), timeZone) < day) {
    await portal.passTime(dayAndALittleMs);
    await runJobs(portal);
  }
}

/** Runs a round of every repeated job, and waits until what was queued has been mailed. */
export async function runJobs(portal: PayingTestPortal): Promise<void> {
  for (const job of portal.app.jobs) if (!job.onOneServer) await job.run();
  const queuedMail = () =>
    portal.db
      .selectFrom('outbox')
      .select('id')
      .where('sent_at', 'is', null)
      .where('created_at', '<=', portal.clock.now())
      .executeTakeFirst();
  while (await queuedMail()) await setTimeout(mailPollMs);
}

/** What happened to a customer, in order: each mail with the day on which it came. */
export async function mailsTo(portal: PayingTestPortal, customer: MonthsCustomer) {
  const messages = await portal.sandbox.messages(emailOf(customer));
  return messages.toReversed().map(({ at, subject, text }) => ({
    day: dayOf(new Date(at), portal.portal.config.timeZone),
    subject,
    text,
  }));
}

/** Calls the API as the customer's page does. */
export async function pageOf(portal: PayingTestPortal, customer: MonthsCustomer) {
  const token = await portal.signIn(emailOf(customer));
  const [{ id }] = (
    await portal.get('/billing/gtv/account', { AccountNumber: accountOf(customer) }, token)
  ).json();
  const query = { billing_account_id: id };
  const methods = (await portal.get('/payments/recurring-payments', query, token)).json();
  const refresh = { AccountNumber: accountOf(customer), customerID: `C-${customer.name}` };
  return {
    token,
    billingAccountId: id as string,
    methodId: (lastFour: string): string =>
      methods.find((saved: { payment_method: { last_four: string } }) =>
        saved.payment_method.last_four.includes(lastFour),
      ).id,
    dashboard: async () => (await portal.get('/billing/gtv/billing-account/refresh', refresh, token)).json(),
    payments: async () =>
      (await portal.get('/payments', { ...query, page_number: 1, page_size: 50 }, token)).json().result,
    receiptPdf: async (paymentId: string) => {
      const response = await portal.inject({
        method: 'GET',
        url: `${apiPath}/payments/receipt/download`,
        query: { id: paymentId },
        headers: { authorization: `Bearer ${token}` },
      });
      return (await readPdf(response.rawPayload)).text;
    },
  };
}
