import type { Database, Trx } from '../../platform/database/connect.ts';
import { allocateOldestFirst, openingId } from './allocation.rules.ts';
import {
  changeOpenAmounts,
  insertAllocations,
  keepUnsettled,
  listBalanceFacts,
  listOpenAmounts,
  type OpenAmountChange,
  type ReversedAllocation,
  reverseAllocations,
} from './balance.repository.ts';
import { type Balance, balanceOf } from './balance.rules.ts';
import { unsettledBefore } from './unsettled.rules.ts';

/** When something happens to an account: the business day, and the moment that is written. */
interface ReleaseTime {
  readonly today: string;
  readonly at: Date;
}

/**
 * What an account that was found for its caller owes, what is on its way, and what happens next, on a business day.
 * Inside a transaction it sees what the transaction has posted.
 */
export async function getBalance(db: Database, accountId: string, today: string): Promise<Balance> {
  const balance = (await listBalances(db, [accountId], today)).get(accountId);
  if (!balance) throw new Error(`There is no account ${accountId}`);
  return balance;
}

/** The balances of accounts that were found for their caller, by account id, in one statement. */
export async function listBalances(
  db: Database,
  accountIds: readonly string[],
  today: string,
): Promise<Map<string, Balance>> {
  const facts = await listBalanceFacts(db, accountIds);
  return new Map(facts.map((account) => [account.accountId, balanceOf({ ...account, today })]));
}

/**
 * Applies every free credit of a locked account to its oldest open items. Every posting ends with it, so that open items
 * and free credit never exist at the same time.
 */
export async function applyFreeCredit(trx: Trx, accountId: string, at: Date): Promise<void> {
  const { debts, credits } = await listOpenAmounts(trx, accountId);
  const allocations = allocateOldestFirst(credits, debts);
  if (allocations.length === 0) return;
  const creditOf = new Map(credits.map((credit) => [credit.id, credit]));
  const changes = new Map<string, OpenAmountChange>();
  const change = (id: string, cents: number, paidOn: string | null) => {
    const before = changes.get(id)?.changeCents ?? 0;
    changes.set(id, { id, changeCents: before + cents, paidOn });
  };
  const rows = allocations.map((allocation) => {
    const { kind = 'payment', availableOn = null } = creditOf.get(allocation.creditId) ?? {};
    change(allocation.debtId, -allocation.amountCents, availableOn);
    if (kind !== 'payment') change(allocation.creditId, allocation.amountCents, null);
    return { ...allocation, kind };
  });
  await Promise.all([
    insertAllocations(trx, accountId, rows, at),
    changeOpenAmounts(trx, accountId, [...changes.values()]),
  ]);
}

/**
 * Takes a payment's allocations back on its locked account: what it paid is open again, and free credit, if there is
 * any, pays it.
 */
export async function releasePayment(
  trx: Trx,
  payment: { readonly accountId: string; readonly id: string },
  time: ReleaseTime,
): Promise<void> {
  const reversed = await reverseAllocations(trx, payment.accountId, { paymentId: payment.id }, time.at);
  await reopen(trx, payment.accountId, reversed, time);
}

/** Takes a bill's allocations back on both sides; its credits are free for other items, what it paid is open again. */
export async function releaseInvoice(
  trx: Trx,
  invoice: { readonly accountId: string; readonly id: string },
  time: ReleaseTime,
): Promise<void> {
  const reversed = await reverseAllocations(trx, invoice.accountId, { invoiceId: invoice.id }, time.at);
  await reopen(trx, invoice.accountId, reversed, time);
}

/**
 * Keeps what was never settled of a locked account's debts, before some are reopened: what was settled is no late debt again,
 * and waits for a due date. What accepted debits cover, the one that comes back among them, counts as settled.
 */
export async function rememberUnsettled(
  trx: Trx,
  accountId: string,
  today: string,
  reopenedIds: readonly string[] = [],
): Promise<void> {
  const [facts] = await listBalanceFacts(trx, [accountId]);
  if (!facts) throw new Error(`There is no account ${accountId}`);
  const pendingCents = facts.inFlightCents - facts.unresolvedCents;
  await keepUnsettled(trx, accountId, unsettledBefore(facts.debts, pendingCents, reopenedIds), today);
}

/** Opens what the reversed allocations paid, and lets free credit pay it. */
async function reopen(
  trx: Trx,
  accountId: string,
  reversed: readonly ReversedAllocation[],
  { today, at }: ReleaseTime,
): Promise<void> {
  const changes = changesOf(reversed);
  const reopened = changes.filter(({ changeCents }) => changeCents > 0);
  await rememberUnsettled(
    trx,
    accountId,
    today,
    reopened.map(({ id }) => id),
  );
  await changeOpenAmounts(trx, accountId, changes);
  await applyFreeCredit(trx, accountId, at);
}

/** Each reversed allocation opens the item that it paid and, unless a payment paid, the credit that it came from. */
function changesOf(reversed: readonly ReversedAllocation[]): OpenAmountChange[] {
  const cents = new Map<string, number>();
  const add = (id: string, change: number) => cents.set(id, (cents.get(id) ?? 0) + change);
  for (const { paymentId, creditInvoiceId, invoiceId, amountCents } of reversed) {
    add(invoiceId ?? openingId, amountCents);
    if (paymentId === null) add(creditInvoiceId ?? openingId, -amountCents);
  }
  return [...cents].map(([id, changeCents]) => ({ id, changeCents, paidOn: null }));
}
