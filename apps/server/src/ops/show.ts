import { formatCents } from '@myaccount/contract/money';
import { formatReference, parseReference } from '@myaccount/contract/payment-reference';
import { Command } from 'commander';
import {
  findAccountForSupport,
  listConsentsForSupport,
  listLastBills,
  listLastMessages,
  listLastPayments,
  listLastPostings,
  listLogins,
  listMethodsForSupport,
} from '../features/accounts/support-view.repository.ts';
import type { Balance } from '../features/balance/balance.rules.ts';
import { getBalance } from '../features/balance/balance.service.ts';
import { isExpired } from '../features/payment-methods/payment-methods.rules.ts';
import { listPaymentsByReference } from '../features/payments/payment-reference.repository.ts';
import { dayOf } from '../platform/business-day.ts';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { methodName } from './method-name.ts';
import { OpsError, withOpsContext } from './ops-context.ts';
import { plainText } from './plain-text.ts';
import { accountInfoSections } from './show-account-info.ts';
import { appointmentsSection } from './show-appointments.ts';
import { autopaySections } from './show-autopay.ts';
import { heroDiscountSection } from './show-hero-discount.ts';
import { textsSections } from './show-texts.ts';
import { type SectionRow, textSection } from './text-section.ts';

/** `show ACCOUNT` */
export function showCommand(): Command {
  return new Command('show')
    .description(
      'Shows an account for support: customer, plan, preferences and last changes, balance, autopay, planned and returned payments, Hero Discount, appointments, bills, ledger, methods, consents, logins, texts, and messages.',
    )
    .argument('<account>', 'the account number, or the reference of a payment, such as 7K3M-Q9TX')
    .addHelpText(
      'after',
      '\nNever shows PINs, codes, or tokens. Exit code 0: done; 1: no such account or payment, or the command failed.',
    )
    .action(async (named: string) => {
      console.log(
        await withOpsContext(({ pool, clock, timeZone }) =>
          showAccount(connectDatabase(pool), named, { now: clock.now(), timeZone }),
        ),
      );
    });
}

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * Returns the account with this number as plain text or, without one, the payments with this reference and their
 * accounts. Throws OpsError if there is neither.
 */
export async function showAccount(db: Database, named: string, moment: Moment): Promise<string> {
  const account = await findAccountForSupport(db, named);
  if (account) return await accountText(db, account, moment);
  const reference = parseReference(named);
  const payments = reference === undefined ? [] : await listPaymentsByReference(db, reference);
  if (payments.length === 0) throw new OpsError(`There is no account or payment ${named}`);
  const parts = payments.map(async ({ accountNumber, ...payment }) => {
    const head = `payment ${formatReference(payment.reference)}, ${payment.occurredOn}, ${payment.state}, ${formatCents(payment.amountCents)}, ${payment.id}`;
    const owner = await findAccountForSupport(db, accountNumber);
    return owner ? `${head}\n\n${await accountText(db, owner, moment)}` : head;
  });
  return (await Promise.all(parts)).join('\n\n');
}

type SupportAccount = NonNullable<Awaited<ReturnType<typeof findAccountForSupport>>>;

/** Returns an account as plain text. */
async function accountText(
  db: Database,
  account: SupportAccount,
  { now, timeZone }: Moment,
): Promise<string> {
  const name = account.businessName ?? `${account.firstName} ${account.lastName}`;
  const head = [
    `${account.accountNumber}  ${name}  ${account.accountType} ${account.status}`,
    `customer ${account.customerNumber}, ${account.emailAddress ?? 'no e-mail'}, ${account.phoneNumber ?? 'no phone'}, ${account.language}`,
    `plan ${account.planName}, bills by ${account.billType} on day ${account.cycleDay}`,
  ];
  const balance = await getBalance(db, account.id, dayOf(now, timeZone));
  const parts = [
    ...(await accountInfoSections(db, account.id)),
    balanceLine(balance),
    textSection('Open items', openItems(balance)),
    ...(await autopaySections(db, account.id, balance)),
    await heroDiscountSection(db, account.id),
    await appointmentsSection(db, account.id, now),
    textSection('Logins', await logins(db, account.id, now)),
    textSection('Payments', await payments(db, account.id)),
    textSection('Bills', await bills(db, account.id)),
    textSection('Ledger', await postings(db, account.id)),
    textSection('Saved methods', await methods(db, account.id, dayOf(now, timeZone))),
    textSection('Consents', await consents(db, account.id)),
    ...(await textsSections(db, account.id)),
    textSection('Messages', await messages(db, account.id)),
  ];
  return [head.map(plainText).join('\n'), ...parts].join('\n\n');
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

function openItems({ openItems }: Balance): SectionRow[] {
  return openItems.map((item) => [
    item.invoiceNumber ?? 'opening debt',
    formatCents(item.openCents),
    `due ${item.dueOn}`,
    item.isPastDue ? 'past due' : null,
    item.onItsWayCents > 0 ? `${formatCents(item.onItsWayCents)} on its way` : null,
  ]);
}

async function logins(db: Database, accountId: string, now: Date): Promise<SectionRow[]> {
  const found = await listLogins(db, accountId, now);
  return found.map((login) => [login.emailAddress, login.role, `${login.openSessions} open sessions`]);
}

async function payments(db: Database, accountId: string): Promise<SectionRow[]> {
  const found = await listLastPayments(db, accountId);
  return found.map((payment) => [
    payment.occurredAt.toISOString(),
    payment.plannedFor ? `${payment.state}, planned for ${payment.plannedFor}` : payment.state,
    formatCents(payment.amountCents),
    methodName(payment),
    formatReference(payment.paymentReference),
    payment.id,
    `${payment.processor ?? 'no processor'} reference ${payment.reference ?? 'none'}, transaction ${payment.transaction ?? 'none'}`,
    payment.manualReviewReason ?? payment.failureCode,
  ]);
}

async function bills(db: Database, accountId: string): Promise<SectionRow[]> {
  const found = await listLastBills(db, accountId);
  return found.map((bill) => [
    bill.invoiceNumber,
    `issued ${bill.issuedOn}`,
    `due ${bill.dueOn}`,
    formatCents(bill.amountCents),
    bill.openCents > 0 ? `open ${formatCents(bill.openCents)}` : `paid ${bill.paidOn ?? ''}`,
  ]);
}

async function postings(db: Database, accountId: string): Promise<SectionRow[]> {
  const found = await listLastPostings(db, accountId);
  return found.map((posting) => [
    posting.occurredOn,
    formatCents(posting.amountCents),
    `${posting.debit} from ${posting.credit}`,
    posting.eventKey,
  ]);
}

async function methods(db: Database, accountId: string, today: string): Promise<SectionRow[]> {
  const found = await listMethodsForSupport(db, accountId);
  return found.map((method) => [
    methodName(method),
    method.processor,
    method.nickname,
    method.expiresOn && `${isExpired(method.expiresOn, today) ? 'expired' : 'expires'} ${method.expiresOn}`,
    method.isValid ? null : 'unknown to its bank',
    method.isDefault ? 'default' : null,
    method.isUsedByAutopay ? 'autopay' : null,
    method.validTo && `removed ${method.validTo.toISOString()}`,
    method.id,
  ]);
}

async function consents(db: Database, accountId: string): Promise<SectionRow[]> {
  const found = await listConsentsForSupport(db, accountId);
  return found.map((consent) => [
    consent.agreedAt.toISOString(),
    consent.kind,
    `version ${consent.textVersion} ${consent.language}`,
    consent.emailAddress,
    consent.clientAddress,
    consent.id,
  ]);
}

async function messages(db: Database, accountId: string): Promise<SectionRow[]> {
  const found = await listLastMessages(db, accountId);
  return found.map((message) => [
    message.createdAt.toISOString(),
    message.template,
    message.recipient,
    message.state,
    message.state === 'SENT' ? null : `${message.attempts} attempts ${message.lastError ?? ''}`,
  ]);
}
