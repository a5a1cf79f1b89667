import { addDays } from '@myaccount/contract/calendar';
import { dayOf } from '../platform/business-day.ts';
import type { BuiltLogin } from './builders/login.ts';
import { readHome } from './customer.ts';
import type { Payer, PayerOptions, PayingTestPortal } from './paying-portal.ts';
import type { TestPortal } from './portal.ts';
import { changeRows, readRows } from './rows.ts';

/** Turns autopay on with the payer's method, through the API. */
export async function enrollPayer(portal: PayingTestPortal, payer: Payer): Promise<void> {
  const token = await portal.signIn(payer.emailAddress);
  const body = {
    accountNumber: payer.account.accountNumber,
    enableAutopay: true,
    paymentMethodID: payer.methodId,
    consents: [{ kind: 'autopay', textVersion: '1', language: 'en' }],
  };
  const reply = await portal.post('/customer/account/autopay', body, token);
  if (reply.json().statusCode !== '00') throw new Error(`Autopay was refused: ${reply.body}`);
}

/** Moves the due date of a payer's bills. */
export async function setDueDate(portal: PayingTestPortal, { account }: Payer, dueOn: string): Promise<void> {
  await changeRows(portal.db, 'invoice', { account_id: account.id }, { due_on: dueOn });
}

/** Builds a payer who has autopay. Bills get the due date, if one is given, before autopay is turned on. */
export async function buildEnrolled(
  portal: PayingTestPortal,
  options: PayerOptions & { readonly dueOn?: string } = {},
): Promise<Payer> {
  const payer = await portal.buildPayer(options);
  if (options.dueOn) await setDueDate(portal, payer, options.dueOn);
  await enrollPayer(portal, payer);
  return payer;
}

/** Turns autopay off, through the API. */
export async function turnOffAutopay(portal: PayingTestPortal, payer: Payer): Promise<void> {
  const body = { accountNumber: payer.account.accountNumber, enableAutopay: false };
  await portal.post('/customer/account/autopay', body, await portal.signIn(payer.emailAddress));
}

/** Builds a payer whose payment, planned for tomorrow, is planned for today after all: the job's next round charges it. */
export async function buildPlanned(
  portal: PayingTestPortal,
  options: PayerOptions & { readonly fields?: Record<string, unknown> } = {},
): Promise<{ payer: Payer; id: string }> {
  const payer = await portal.buildPayer(options);
  return { payer, id: await planForToday(portal, payer, options.fields) };
}

/** Plans a payment of a payer for tomorrow, and then sets its day to today. Returns its id. */
export async function planForToday(
  portal: PayingTestPortal,
  payer: Payer,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const today = dayOf(portal.clock.now(), portal.portal.config.timeZone);
  const response = await portal.pay(payer, { payment_date: addDays(today, 1), ...fields });
  if (response.statusCode !== 200) throw new Error(`Not planned: ${response.body}`);
  const { id } = response.json();
  await changeRows(portal.db, 'payment', { id }, { planned_for: today });
  return id;
}

/** Runs a round of the jobs of autopay. */
export async function runAutopayJobs(portal: Pick<PayingTestPortal, 'app'>): Promise<void> {
  for (const { name, run } of portal.app.jobs) if (name.startsWith('autopay.')) await run();
}

/** Returns an account's payments, oldest first. */
export async function paymentsOf(portal: TestPortal, { account }: Pick<Payer, 'account'>) {
  const rows = await readRows(portal.db, 'payment', { account_id: account.id }, 'occurred_at');
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    amountCents: row.amount_cents,
    day: row.occurred_on,
    isRecurring: row.is_recurring,
  }));
}

/** Returns what a payer's dashboard answers. */
export async function dashboardOf(portal: TestPortal, { account, emailAddress }: BuiltLogin) {
  return await readHome(portal, account, await portal.signIn(emailAddress));
}
