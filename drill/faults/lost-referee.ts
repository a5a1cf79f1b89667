import { stopHeldCharge } from '@myaccount/contract/charge-notices';
import { apiPath } from '@myaccount/contract/endpoint';
import { sql } from 'kysely';
import { chargeReference } from '../../apps/server/src/features/charging/charge.rules.ts';
import type { SandboxCharge, SandboxMessage } from '../../apps/server/src/testing/sandbox.ts';
import { brokenChecks } from '../../environment/database.ts';
import { type LosingCustomer, refundOf } from './losing-customers.ts';
import { type LossRound, pauseAt } from './losses.ts';
import { findDifferences } from './referee.rules.ts';
import { readBooks } from './referee.ts';
import { findWrongRefunds } from './refunds.ts';
import type { Site } from './site.ts';

/** More charges than any account has. */
const mostNumbers = 40;
/** Subject of a receipt. */
const receipt = /^We received your payment/;
const refundSubject = /^We refunded/;
/** The link of a notice. */
const stopLink = /\/stop-charge\/([\w-]+)/;

/** When the copy was put in place, and whose charge had no result in it: nobody knows whether they were notified. */
export interface Restored {
  readonly at: Date;
  readonly withoutResult: ReadonlySet<string>;
}

/** Compares the processors' whole books with the payments, both ways, and with what each customer owed and agreed to. */
export async function compareAfterLoss(
  { site, customers, loss }: LossRound,
  restored: Restored,
): Promise<string[]> {
  const books = await readBooks(site, customers);
  const { charges, payments, refunds, accounts } = books;
  const doneOf = (accountId: string) =>
    refunds.filter((one) => one.accountId === accountId && one.state === 'DONE').length;
  // The mails that the restore lost had been sent before it, so mails are counted where they arrive.
  const seen = accounts.map((account) => ({
    ...account,
    mails: account.arrived,
    receipts: payments.filter(
      (one) => one.accountId === account.accountId && ['COMPLETED', 'REFUNDED'].includes(one.state),
    ).length,
    refundMails: doneOf(account.accountId),
  }));
  const failures = findDifferences({ ...books, accounts: seen });
  failures.push(
    ...(await findWrongRefunds(
      site,
      customers.flatMap((one) => refundOf(one) ?? []),
    )),
  );
  for (const customer of customers) {
    const own = chargesOf(customer, charges);
    const messages = await messagesTo(site, customer);
    const wrong = [
      ...wrongCharges(customer, own, messages, restored),
      ...wrongReceipts(customer, own, messages, restored),
      // An operator who tries again where nobody noticed the loss finds it, and its customer is told what that found.
      ...wrongRefundMails(messages, doneOf(customer.accountId), loss.isRestore ? 0 : 1),
    ];
    const { processor, arranged = 'nothing arranged', doing, outcome = 'ordinary' } = customer;
    failures.push(...wrong.map((text) => `${processor}, ${arranged}, ${doing}, ${outcome}: ${text}`));
  }
  const pause = await pauseAt(site);
  const broken = await brokenChecks(site.database, site.portal.clock.now());
  return [...failures, ...(pause ? [`charging still waits: ${pause}`] : []), ...broken];
}

/** Returns an account's charges by what their numbers say, whether or not a payment has them. */
function chargesOf({ accountId }: LosingCustomer, charges: readonly SandboxCharge[]): SandboxCharge[] {
  const numbers = Array.from({ length: mostNumbers }, (_, index) => chargeReference(accountId, index + 1));
  return charges.filter(({ reference }) => reference !== null && numbers.includes(reference));
}

function wrongCharges(
  { doing, outcome }: LosingCustomer,
  own: readonly SandboxCharge[],
  messages: readonly SandboxMessage[],
  { at: restoredAt }: Restored,
): string[] {
  if (doing === 'revokes') {
    const isTold = ({ at }: SandboxCharge) =>
      messages.some((one) => stopLink.test(one.text) && new Date(one.at) >= restoredAt && one.at < at);
    return own.every(isTold) && own.length <= 1
      ? []
      : [`revoked, and charged ${own.length} times, told or not: ${own.map(isTold).join()}`];
  }
  const expected = outcome === 'declined' ? 0 : 1;
  return own.length === expected ? [] : [`${own.length} charges of its bill, not ${expected}`];
}

function wrongReceipts(
  { accountNumber, arranged }: LosingCustomer,
  own: readonly SandboxCharge[],
  messages: readonly SandboxMessage[],
  { withoutResult }: Restored,
): string[] {
  const sent = messages.filter(({ subject, isRepeat }) => receipt.test(subject) && !isRepeat).length;
  // Who presses again is told what that press found.
  const canBeTwice = withoutResult.has(accountNumber) || arranged === undefined;
  const most = own.length + (canBeTwice ? 1 : 0);
  return sent >= own.length && sent <= most ? [] : [`${sent} receipts of ${own.length} charges`];
}

function wrongRefundMails(messages: readonly SandboxMessage[], done: number, more: number): string[] {
  const sent = messages.filter(({ subject, isRepeat }) => refundSubject.test(subject) && !isRepeat).length;
  return sent >= done && sent <= done + (done > 0 ? more : 0) ? [] : [`${sent} mails of ${done} refunds`];
}

/** Returns what arrived for a customer since the site was opened. */
async function messagesTo({ portal, sandbox, openedAt }: Site, { accountId }: LosingCustomer) {
  const { rows } = await sql<{ address: string }>`
    select distinct x.address from account a join customer c on c.id = a.customer_id
    join login_account la on la.account_id = a.id join login l on l.id = la.login_id
    cross join lateral (values (c.email_address), (l.email_address)) x (address)
    where a.id = ${accountId} and x.address is not null`.execute(portal.db);
  const all = await Promise.all(rows.map(({ address }) => sandbox.messages(address)));
  return all.flat().filter(({ at }) => new Date(at) >= openedAt);
}

/** Returns the numbers of accounts that have a charge without a result. */
export async function accountsWithoutResult({ portal }: Site): Promise<Set<string>> {
  const { rows } = await sql<{ account: string }>`select account_number as account from account a
    where exists (select from payment p where p.account_id = a.id and p.state in ('SUBMITTING', 'UNKNOWN'))`.execute(
    portal.db,
  );
  return new Set(rows.map(({ account }) => account));
}

/** Lets customers who revoked and pay at Orbital stop the charge by the link of their notice. Returns whose link did not. */
export async function stopByLink({ site, server, customers }: LossRound): Promise<string[]> {
  const failures: string[] = [];
  for (const customer of customers.filter(
    ({ doing, processor }) => doing === 'revokes' && processor === 'orbital',
  )) {
    const texts = (await messagesTo(site, customer)).map(({ text }) => text);
    const token = texts.map((text) => stopLink.exec(text)?.[1]).find(Boolean);
    const response = await fetch(server.url + apiPath + stopHeldCharge.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (!response.ok) failures.push(`a link, ${customer.arranged}, answers ${response.status}`);
  }
  return failures;
}
