import type { PaymentState } from '@myaccount/contract/payment-states';
import type { SandboxCharge } from '../../apps/server/src/testing/sandbox.ts';
import { billCents } from './due-calendar.rules.ts';

/** A payment of the portal, and what the ledger credits for it. */
export interface StoredPayment {
  readonly accountId: string;
  readonly state: PaymentState;
  readonly amountCents: number;
  readonly reference: string | null;
  readonly transaction: string | null;
  readonly settledSeconds: number;
  readonly creditedCents: number;
}

/** An account as its customer sees it. */
export interface SeenAccount {
  readonly accountId: string;
  /** Cents of its bills. */
  readonly billedCents: number;
  /** The balance that the portal's call answers. */
  readonly shownCents: number;
  /** Receipts by mail. */
  readonly receipts: number;
  /** Mails that the portal sent. */
  readonly mails: number;
  /** Mails that arrived. */
  readonly arrived: number;
}

/** Everything that exists outside and everything we have. */
export interface Books {
  /** Every charge that was not declined, whether or not a payment names it. */
  readonly charges: readonly SandboxCharge[];
  readonly payments: readonly StoredPayment[];
  readonly accounts: readonly SeenAccount[];
}

/** The states of a payment that agree with its charge. */
const agreeing: Readonly<Record<SandboxCharge['state'], readonly PaymentState[]>> = {
  captured: ['COMPLETED'],
  pending: ['PENDING'],
  // A bank debit settles before we ask again.
  settled: ['COMPLETED', 'PENDING'],
  returned: ['RETURNED'],
  refunded: ['REFUNDED'],
  voided: ['REFUNDED', 'PROCESSING_ERROR'],
  declined: [],
};
const charged: readonly PaymentState[] = ['PENDING', 'COMPLETED', 'RETURNED', 'REFUNDED'];
const open: readonly PaymentState[] = ['SUBMITTING', 'UNKNOWN'];

/** Compares the processors' books, our payments, the ledger, balances, and mails, both ways. Returns each difference. */
export function findDifferences({ charges, payments, accounts }: Books): string[] {
  return [
    ...charges.flatMap((charge) => differencesOfCharge(charge, payments)),
    ...payments.flatMap((payment) => differencesOfPayment(payment, charges)),
    ...accounts.flatMap((account) => differencesOfAccount(account, payments)),
  ];
}

function differencesOfCharge(charge: SandboxCharge, payments: readonly StoredPayment[]): string[] {
  const what = `charge ${charge.reference} of ${charge.amountCents} cents`;
  const named = payments.filter(({ reference }) => reference === charge.reference);
  const [payment] = named;
  if (named.length !== 1 || !payment) return [`${what} has ${named.length} payments`];
  return [
    ...(agreeing[charge.state].includes(payment.state)
      ? []
      : [`${what} is ${charge.state}, its payment ${payment.state}`]),
    ...(charge.amountCents % billCents === 0 ? [] : [`${what} was never asked for`]),
    ...(payment.amountCents === charge.amountCents ? [] : [`${what} is booked as ${payment.amountCents}`]),
    ...(payment.transaction === charge.id ? [] : [`${what} is booked as transaction ${payment.transaction}`]),
  ];
}

function differencesOfPayment(payment: StoredPayment, charges: readonly SandboxCharge[]): string[] {
  const { reference, state, amountCents, creditedCents } = payment;
  const what = `payment ${reference} (${state})`;
  const own = charges.filter((charge) => charge.reference === reference).length;
  const creditCents = state === 'COMPLETED' ? amountCents : 0;
  return [
    ...(open.includes(state) ? [`${what} has no result`] : []),
    ...(charged.includes(state) && own !== 1 ? [`${what} has ${own} charges`] : []),
    ...(creditedCents === creditCents ? [] : [`${what}: the ledger credits ${creditedCents} cents`]),
  ];
}

function differencesOfAccount(account: SeenAccount, payments: readonly StoredPayment[]): string[] {
  const inState = (wanted: PaymentState) =>
    payments.filter(({ accountId, state }) => accountId === account.accountId && state === wanted);
  const own = inState('COMPLETED');
  // One that came back may have settled before.
  const mostReceipts = own.length + inState('RETURNED').length;
  const paidCents = own.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const what = `account ${account.accountId}`;
  return [
    ...(account.shownCents === account.billedCents - paidCents
      ? []
      : [`${what} shows ${account.shownCents} of ${account.billedCents} cents after ${paidCents}`]),
    ...(account.receipts >= own.length && account.receipts <= mostReceipts
      ? []
      : [`${what} has ${account.receipts} receipts of ${own.length}`]),
    ...(account.arrived === account.mails
      ? []
      : [`${what}: ${account.arrived} of ${account.mails} mails arrived`]),
  ];
}
