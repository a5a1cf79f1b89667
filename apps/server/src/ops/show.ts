import { formatCents } from '@myaccount/contract/money';
import type { Balance } from '../features/balance/balance.rules.ts';
import { getBalance } from '../features/balance/balance.service.ts';
import { dayOf } from '../platform/business-day.ts';
import type { Database } from '../platform/database/connect.ts';
import { findOne, paymentLine, whatFinds } from './find.ts';
import { PortalCommand } from './ops-context.ts';
import { accountLines, changes, type Section, sections, selectAccount } from './show-sections.ts';
import { type ColumnValues, listRows, textLine, textSection } from './text-section.ts';

/** `show ACCOUNT` */
export const showCommand = new PortalCommand('show')
  .description(
    'Shows an account for support: customer, plan, preferences and last changes, balance, autopay, planned and returned payments, Hero Discount, appointments, bills, ledger, methods, consents, logins, texts, and messages.',
  )
  .argument('<account...>', whatFinds)
  .addHelpText(
    'after',
    '\nNever shows PINs, codes, or tokens. Exit code 0: done; 1: no such account, several, which it lists, or the command failed.',
  )
  .does(async ({ db, portal: { clock, config } }, said: string[]) => [
    await showAccount(db, said.join(' '), { now: clock.now(), timeZone: config.timeZone }),
  ]);

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * Returns the one account that fits what was said, as plain text, after the payment by which it was found. Throws OperatorError if none
 * or several fit.
 */
export async function showAccount(db: Database, said: string, moment: Moment): Promise<string> {
  const found = await findOne(db, said);
  const text = await accountText(db, String(found.id), moment);
  return [textLine(paymentLine, found), text].filter(Boolean).join('\n\n');
}

/** Returns an account as plain text. */
async function accountText(db: Database, accountId: string, { now, timeZone }: Moment): Promise<string> {
  const [account = {}] = await listRows(db, selectAccount(accountId));
  const asked = { accountId, now, today: dayOf(now, timeZone) };
  const balance = await getBalance(db, accountId, asked.today);
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
