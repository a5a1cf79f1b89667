import type { ImportRecord } from '@myaccount/contract/import';
import { centsOf } from '@myaccount/contract/money';
import type {
  BilledAccount,
  InvoiceRecord,
  PaymentRecord,
  RecordRefusal,
} from '../../gateways/billing-system/billing-system.ts';
import { cycleOf } from '../../platform/business-day.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import { dollarsOf } from '../import/parse/import.values.rules.ts';
import { accountOf, customerOf } from './contact.rules.ts';
import type { KnownHere, LastContents } from './known-here.rules.ts';

/** Records to import, and what a person has to look at. */
export interface ReadRecords {
  readonly records: readonly object[];
  readonly refusals: readonly RecordRefusal[];
  /** Null when the bills cannot be taken. */
  readonly openingCents: number | null;
}

/**
 * Returns what an import takes of an account's reading: what billing says, laid over what it said before, without what a
 * customer changed here since. Bills and payments are taken only when all of them could be read and lead to the balance.
 */
export function recordsOf(billed: BilledAccount, known: KnownHere): ReadRecords {
  const { invoices, payments, customer, account } = billed;
  const openingCents = openingOf(billed);
  const wrongBalance = wrongOpening(billed, openingCents, known.openingCents);
  const conflicts: RecordRefusal[] = [];
  const people = [customerOf(customer, known, conflicts), accountOf(account, known, conflicts)];
  const refusals = [...billed.refusals, ...wrongBalance, ...foreignPayments(payments, known), ...conflicts];
  if (billed.refusals.length > 0 || wrongBalance.length > 0)
    return { records: people, refusals, openingCents: null };
  const history = { invoices, payments, openingCents, cycleDay: account.cycleDay };
  return {
    records: [
      ...people,
      ...invoices.map((invoice) => invoiceOf(invoice, history, known.last)),
      ...payments.flatMap((payment) => paymentOf(payment, known)),
    ],
    refusals,
    openingCents,
  };
}

interface BilledHistory {
  readonly invoices: readonly InvoiceRecord[];
  readonly payments: readonly PaymentRecord[];
  readonly openingCents: number;
  readonly cycleDay: number;
}

const amountOf = ({ items }: InvoiceRecord) =>
  items.flatMap(({ charges }) => charges).reduce((sum, { amount }) => sum + centsOf(Number(amount)), 0);
const paidBy = ({ status, amount }: PaymentRecord) => (status === 'COMPLETED' ? centsOf(Number(amount)) : 0);
const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0);

/** What was owed before the first record: the balance without all that holds. */
function openingOf({ balanceCents, invoices, payments }: BilledAccount): number {
  const live = invoices.filter(({ reversedOn }) => reversedOn === null);
  return balanceCents - sum(live.map(amountOf)) + sum(payments.map(paidBy));
}

/** A record that is missing, there twice, or another's shows in what the rest leaves. */
function wrongOpening({ account, balanceCents }: BilledAccount, openingCents: number, before: number | null) {
  if (before === null || before === openingCents) return [];
  const reason = `is ${dollarsOf(balanceCents)}, but its bills, credits, and payments leave ${dollarsOf(balanceCents + before - openingCents)}`;
  return [{ record: `account ${account.accountNumber}`, field: 'balance', reason }];
}

/** What billing did to payments that were made here: a person decides. */
function foreignPayments(payments: readonly PaymentRecord[], known: KnownHere): RecordRefusal[] {
  return payments.flatMap(({ externalId, status, amount }): RecordRefusal[] => {
    if (!isUuid(externalId)) return [];
    const record = `payment ${externalId}`;
    const own = known.payments.get(externalId);
    if (!own)
      return [
        { record, field: 'reference', reason: 'names a payment made here that is not of this account' },
      ];
    if (own.amountCents !== centsOf(Number(amount)))
      return [
        {
          record,
          field: 'amount',
          reason: `is not the ${dollarsOf(own.amountCents)} of the payment made here`,
        },
      ];
    const isTakenBack = status === 'RETURNED' || status === 'REFUNDED';
    const isSame = !isTakenBack || own.state === 'RETURNED' || own.state === 'REFUNDED';
    const reason = `was ${status === 'REFUNDED' ? 'refunded' : 'canceled'} at billing, but is ${own.state} here: only its processor can say so`;
    return isSame ? [] : [{ record, field: 'status', reason }];
  });
}

/** A bill as an import reads it: with what was owed before it, and the period of its cycle where billing names none. */
function invoiceOf(invoice: InvoiceRecord, history: BilledHistory, last: LastContents): object {
  const { invoiceNumber, kind, issuedOn } = invoice;
  const before = last.get(`invoice ${invoiceNumber}`) as Partial<ImportRecord<'invoice'>> | undefined;
  const status = statusOf(invoice, history.payments, before);
  const { periodStart, periodEnd, status: _, ...rest } = invoice;
  if (kind === 'credit' || kind === 'debit') return { ...rest, ...status };
  const cycle = cycleOf(issuedOn, history.cycleDay);
  const period = { periodStart: periodStart ?? cycle.start, periodEnd: periodEnd ?? cycle.end };
  // What was told of a bill before stays, unless billing says otherwise.
  if (before && before.issuedOn === issuedOn)
    return { ...rest, ...status, ...(periodStart && periodEnd ? period : {}) };
  return {
    ...rest,
    ...status,
    ...period,
    previousBalance: dollarsOf(previousCents(invoice, history)),
  };
}

/** What was owed when a bill was issued: what was issued and paid before that day. */
function previousCents(
  { issuedOn }: InvoiceRecord,
  { invoices, payments, openingCents }: BilledHistory,
): number {
  const issued = invoices.filter(
    (other) => other.issuedOn < issuedOn && (other.reversedOn === null || other.reversedOn > issuedOn),
  );
  const paid = payments.filter((payment) => payment.occurredOn < issuedOn);
  return openingCents + sum(issued.map(amountOf)) - sum(paid.map(paidBy));
}

/** Whether a bill is paid: by payments that name it, or as billing says of one that is known. It cannot contradict these. */
function statusOf(
  invoice: InvoiceRecord,
  payments: readonly PaymentRecord[],
  before: Partial<ImportRecord<'invoice'>> | undefined,
) {
  const applied = payments.flatMap((payment) =>
    payment.status === 'COMPLETED' && !isUuid(payment.externalId) ? payment.appliedTo : [],
  );
  const stated = applied.filter(({ invoiceNumber }) => invoiceNumber === invoice.invoiceNumber);
  const leftCents = amountOf(invoice) - sum(stated.map(({ amount }) => centsOf(Number(amount))));
  if (leftCents <= 0) return { status: 'CLOSED' as const };
  if (before?.status === 'CLOSED' && invoice.status === 'CLOSED') return {};
  return { status: 'OPEN' as const, ...(before?.paidOn && { paidOn: null }) };
}

/** A payment of billing's own; one made here is ours already. What names a saved method, and its time, stays. */
function paymentOf(payment: PaymentRecord, { last }: KnownHere): object[] {
  const { externalId, occurredOn, method, recurring, ...rest } = payment;
  if (isUuid(externalId)) return [];
  const known = last.has(`payment ${externalId}`);
  return [{ externalId, ...rest, ...(known ? {} : { occurredOn, method, recurring }) }];
}
