import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@myaccount/contract/calendar';
import { apiPath } from '@myaccount/contract/endpoint';
import { cancelPlannedPayment } from '@myaccount/contract/planned-payments';
import { sql } from 'kysely';
import { dayOf } from '../../apps/server/src/platform/business-day.ts';
import { payBody, payPath } from './pay.ts';
import type { Customer, Site } from './site.ts';

const autopayPath = `${apiPath}/customer/account/autopay`;
const cancelPath = apiPath + cancelPlannedPayment.path;
const daysUntilDue = 3;
const statementAttempts = 30;
const pauseMs = 1_000;

/** A customer whose bill is due in some days, and who pays it with autopay or has planned a payment. */
export interface DueCustomer extends Customer {
  readonly pays: Arrangement;
}

/** What pays a bill without a press on its day. */
export type Arrangement = 'by autopay' | 'as planned';

/** Turns autopay on, or plans a payment for tomorrow, as the pages do. */
export async function arrangePayment(site: Site, url: string, customer: DueCustomer): Promise<void> {
  const today = todayAt(site);
  await site.portal.db
    .updateTable('invoice')
    .set({ due_on: addDays(today, daysUntilDue) })
    .where('account_id', '=', customer.accountId)
    .execute();
  if (customer.pays === 'by autopay') await turnAutopayOn(url, customer);
  else await planPayment(url, customer, addDays(today, 1));
}

/** Turns autopay on with the customer's method. */
export async function turnAutopayOn(url: string, customer: Customer): Promise<void> {
  await call(url + autopayPath, customer, {
    accountNumber: customer.accountNumber,
    enableAutopay: true,
    paymentMethodID: customer.methodId,
    consents: [{ kind: 'autopay', textVersion: '1', language: 'en' }],
  });
}

/** Plans the payment of one bill. */
export async function planPayment(url: string, customer: Customer, day: string): Promise<void> {
  await call(url + payPath, customer, { ...JSON.parse(payBody(customer)), payment_date: day });
}

/** Turns autopay off, or cancels the planned payment, as the pages do. */
export async function revokePayment(site: Site, url: string, customer: DueCustomer): Promise<void> {
  const { accountNumber, accountId, pays } = customer;
  if (pays === 'by autopay')
    return await call(url + autopayPath, customer, { accountNumber, enableAutopay: false });
  const plans = await site.portal.db
    .selectFrom('payment')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'PLANNED')
    .execute();
  for (const { id } of plans) await call(url + cancelPath, customer, { id });
}

async function call(url: string, { accessToken }: Customer, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${await response.text()}`);
}

/** Lets the day come on which these customers' payments are made, as soon as the database has recovered. */
export async function letDayCome(site: Site, customers: readonly DueCustomer[]): Promise<void> {
  const { db } = site.portal;
  const accounts = customers.map(({ accountId }) => accountId);
  const today = todayAt(site);
  await onceThere(() =>
    db.updateTable('invoice').set({ due_on: today }).where('account_id', 'in', accounts).execute(),
  );
  await letPlansCome(site, customers);
}

/** Lets the day of planned payments come, but not the due date of their bills. */
export async function letPlansCome(site: Site, customers: readonly DueCustomer[]): Promise<void> {
  const accounts = customers.map(({ accountId }) => accountId);
  await onceThere(() =>
    site.portal.db
      .updateTable('payment')
      .set({ planned_for: todayAt(site) })
      .where('account_id', 'in', accounts)
      .where('state', '=', 'PLANNED')
      .execute(),
  );
}

/** Lets the time of the next try come for the payments that were not charged today. */
export async function letNextTryCome(site: Site): Promise<void> {
  const waited = sql<Date>`state_at - interval '1 hour'`;
  await site.portal.db
    .updateTable('payment')
    .set({ state_at: waited })
    .where('state', '=', 'PLANNED')
    .where('promised_cents', 'is not', null)
    .execute();
}

/** Repeats a statement while the database is away. Throws its error in the end. */
async function onceThere(statement: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; attempt < statementAttempts; attempt += 1) {
    const isDone = await statement().then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await sleep(pauseMs);
  }
  await statement();
}

/** Returns the business day. */
export function todayAt({ portal }: Site): string {
  return dayOf(portal.clock.now(), portal.config.timeZone);
}
