import type { AccountStatus } from '@myaccount/contract/accounts';
import type { Happening } from '@myaccount/contract/happenings';
import { centsOf, formatCents } from '@myaccount/contract/money';
import type { Balance } from '../features/balance/balance.rules.ts';
import { getHappenings } from '../features/home/happenings.service.ts';
import type { Portal } from '../platform/portal.ts';
import { findOne, paymentLine, whatFinds } from './find.ts';
import { PortalCommand } from './ops-context.ts';
import { accountLines, changes, type Section, sections, selectAccount } from './show-sections.ts';
import { type ColumnValues, listRows, textLine, textSection } from './text-section.ts';

/** `show ACCOUNT` */
export const showCommand = new PortalCommand('show')
  .description(
    'Shows an account for support: customer, plan, preferences and last changes, balance, what the dashboard tells, autopay, planned and returned payments, Hero Discount, appointments, bills, ledger, methods, consents, logins, texts, and messages.',
  )
  .argument('<account...>', whatFinds)
  .addHelpText(
    'after',
    '\nNever shows PINs, codes, or tokens. Exit code 0: done; 1: no such account, several, which it lists, or the command failed.',
  )
  .does(async ({ db, portal }, said: string[]) => [await showAccount({ ...portal, db }, said.join(' '))]);

type ShowPortal = Pick<Portal, 'db' | 'clock' | 'config'>;

/**
 * Returns the one account that fits what was said, as plain text, after the payment by which it was found. Throws OperatorError if none
 * or several fit.
 */
export async function showAccount(portal: ShowPortal, said: string): Promise<string> {
  const found = await findOne(portal.db, said);
  const text = await accountText(portal, String(found.id));
  return [textLine(paymentLine, found), text].filter(Boolean).join('\n\n');
}

/** Returns an account as plain text. */
async function accountText(portal: ShowPortal, accountId: string): Promise<string> {
  const { db, clock } = portal;
  const [account = {}] = await listRows(db, selectAccount(accountId));
  const { facts, happenings } = await getHappenings(portal, {
    id: accountId,
    status: account.status as AccountStatus,
    pendingEmailAddress: account.pending_email_address as string | null,
    pendingEmailExpiresAt: account.expires_at as Date | null,
  });
  const { balance, today } = facts;
  const asked = { accountId, now: clock.now(), today };
  const sectionText = async ({ title, query, line }: Section) =>
    textSection(textLine(title, account), line, await listRows(db, query(asked)));
  const parts = [
    textLine(accountLines, account),
    await sectionText(changes),
    balanceLine(balance),
    textSection('What happens', happeningLine, happenings.map(happeningRow)),
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

const happeningLine =
  '{kind}  {date}  {amount_cents}  {method}  {reason}  again {retry_date}  charged {charge_date}  {email_address}';

/** Returns a happening as a row; its technician is told by the appointments. */
function happeningRow({ kind, amount, payment_method: method, ...row }: Happening): ColumnValues {
  const none = { reason: null, retry_date: null, charge_date: null, email_address: null };
  return {
    ...none,
    ...row,
    kind: kind.replaceAll('-', ' '),
    amount_cents: amount === undefined ? null : centsOf(amount),
    method: method ? `${method.card_type} …${method.last_four}` : null,
  };
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
