import { formatCents } from '@myaccount/contract/money';
import { parseReference } from '@myaccount/contract/payment-reference';
import { sql } from 'kysely';
import type { Balance } from '../features/balance/balance.rules.ts';
import { getBalance } from '../features/balance/balance.service.ts';
import { dayOf } from '../platform/business-day.ts';
import { findAccountId } from '../platform/database/account-lookup.ts';
import type { Database } from '../platform/database/connect.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';
import { accountLines, changes, type Section, sections, selectAccount } from './show-sections.ts';
import { type ColumnValues, listRows, textLine, textSection } from './text-section.ts';

/** `show ACCOUNT` */
export const showCommand = new PortalCommand('show')
  .description(
    'Shows an account for support: customer, plan, preferences and last changes, balance, autopay, planned and returned payments, Hero Discount, appointments, bills, ledger, methods, consents, logins, texts, and messages.',
  )
  .argument('<account>', 'the account number, or the reference of a payment, such as 7K3M-Q9TX')
  .addHelpText(
    'after',
    '\nNever shows PINs, codes, or tokens. Exit code 0: done; 1: no such account or payment, or the command failed.',
  )
  .does(async ({ db, portal: { clock, config } }, named: string) => [
    await showAccount(db, named, { now: clock.now(), timeZone: config.timeZone }),
  ]);

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * Returns the account with this number as plain text or, without one, the payments with this reference and their
 * accounts. Throws OperatorError if there is neither.
 */
export async function showAccount(db: Database, named: string, moment: Moment): Promise<string> {
  const text = await accountText(db, named, moment);
  if (text !== undefined) return text;
  const reference = parseReference(named);
  const payments = reference === undefined ? [] : await listRows(db, selectPayments(reference));
  if (payments.length === 0) throw new OperatorError(`There is no account or payment ${named}`);
  const parts = payments.flatMap((payment) => [
    textLine('payment {payment_reference}, {occurred_on}, {state}, {amount_cents}, {id}', payment),
    accountText(db, String(payment.account_number), moment),
  ]);
  return (await Promise.all(parts)).join('\n\n');
}

/** Selects the payments with a reference, which is unique only within an account. */
function selectPayments(reference: string) {
  return sql`
    select r.reference as payment_reference, p.occurred_on, p.state, p.amount_cents, p.id, a.account_number
    from payment_reference r
    join payment p on p.account_id = r.account_id and p.id = r.payment_id
    join account a on a.id = r.account_id
    where r.reference = ${reference}
    order by a.account_number`;
}

/** Returns an account as plain text; undefined if there is none with this number. */
async function accountText(
  db: Database,
  accountNumber: string,
  { now, timeZone }: Moment,
): Promise<string | undefined> {
  const accountId = await findAccountId(db, accountNumber);
  const [account] = accountId === undefined ? [] : await listRows(db, selectAccount(accountId));
  if (!account) return undefined;
  const asked = { accountId: String(account.id), now, today: dayOf(now, timeZone) };
  const balance = await getBalance(db, asked.accountId, asked.today);
  const sectionText = async ({ title, query, line }: Section) =>
    textSection(textLine(title, account), line, await listRows(db, query(asked)));
  const parts = [
    textLine(accountLines, account),
    await sectionText(changes),
    balanceLine(balance),
    textSection('Open items', openItemLine, openItems(balance)),
    textLine('autopay is {autopay}', account) + nextCharge(balance),
    ...(await Promise.all(sections.map(sectionText))),
  ];
  return parts.join('\n\n');
}

/** Returns the balance's figures, as on every other surface. */
function balanceLine(balance: Balance): string {
  const rows: [label: string, cents: number][] = [
    ['balance', balance.balanceCents],
    ['amount due', balance.amountDueCents],
    ['past due', balance.pastDueCents],
    ['on its way', balance.inFlightCents],
    ['planned', balance.plannedCents],
    ['free credit', balance.creditCents],
  ];
  const shown = rows.filter(([label, cents]) => label === 'balance' || cents !== 0);
  return shown.map(([label, cents]) => `${label} ${formatCents(cents)}`).join(', ');
}

const openItemLine = '{bill}  {open_cents}  due {due_on}  {past_due}  {on_its_way_cents} on its way';

function openItems({ openItems }: Balance): ColumnValues[] {
  return openItems.map((item) => ({
    bill: item.kind === 'debit' ? `${item.invoiceNumber} (debit)` : (item.invoiceNumber ?? 'opening debt'),
    open_cents: item.openCents,
    due_on: item.dueOn,
    past_due: item.isPastDue ? 'past due' : null,
    on_its_way_cents: item.onItsWayCents > 0 ? item.onItsWayCents : null,
  }));
}

function nextCharge({ autopayCharge }: Balance): string {
  if (!autopayCharge) return '';
  return `; next charge ${formatCents(autopayCharge.amountCents)} on ${autopayCharge.chargeOn}`;
}
