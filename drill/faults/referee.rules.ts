import { sumCents } from '@myaccount/contract/money';
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

/** A refund of the portal. */
export interface StoredRefund {
  readonly accountId: string;
  /** The number of the charge that it gives back, and its own. */
  readonly chargeReference: string | null;
  readonly reference: string;
  readonly state: 'UNKNOWN' | 'DONE' | 'REFUSED';
  readonly means: 'void' | 'refund' | 'recorded';
  readonly amountCents: number;
  readonly transaction: string | null;
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
  /** Mails about a refund. */
  readonly refundMails: number;
  /** Mails that the portal sent. */
  readonly mails: number;
  /** Mails that arrived. */
  readonly arrived: number;
}

/** Everything that exists outside and everything we have. */
export interface Books {
  /** Every charge that was not declined, whether or not a payment names it. */
  readonly charges: readonly SandboxCharge[];
  /** Every refund of a processor. A charge that was taken back is a charge that is voided. */
  readonly givenBack: readonly SandboxCharge[];
  readonly payments: readonly StoredPayment[];
  readonly refunds: readonly StoredRefund[];
  readonly accounts: readonly SeenAccount[];
}

/** The states of a payment that agree with its charge. */
const agreeing: Readonly<Record<SandboxCharge['state'], readonly PaymentState[]>> = {
  captured: ['COMPLETED', 'REFUNDED'],
  pending: ['PENDING'],
  // A bank debit settles before we ask again.
  settled: ['COMPLETED', 'PENDING', 'REFUNDED'],
  returned: ['RETURNED'],
  refunded: [],
  voided: ['REFUNDED', 'PROCESSING_ERROR'],
  declined: [],
};
const charged: readonly PaymentState[] = ['PENDING', 'COMPLETED', 'RETURNED', 'REFUNDED'];
const open: readonly PaymentState[] = ['SUBMITTING', 'UNKNOWN'];

/** Compares the processors' books, our payments and refunds, the ledger, balances, and mails, both ways. Returns each difference. */
export function findDifferences(books: Books): string[] {
  const { charges, givenBack, payments, refunds, accounts } = books;
  return [
    ...charges.flatMap((charge) => differencesOfCharge(charge, books)),
    ...givenBack.flatMap((refund) => differencesOfGivenBack(refund, books)),
    ...payments.flatMap((payment) => differencesOfPayment(payment, books)),
    ...refunds.flatMap((refund) => differencesOfRefund(refund, books)),
    ...accounts.flatMap((account) => differencesOfAccount(account, books)),
  ];
}

function differencesOfCharge(charge: SandboxCharge, { givenBack, payments, refunds }: Books): string[] {
  const what = `charge ${charge.reference} of ${charge.amountCents} cents`;
  const named = payments.filter(({ reference }) => reference === charge.reference);
  const [payment] = named;
  if (named.length !== 1 || !payment) return [`${what} has ${named.length} payments`];
  const voids = refunds.filter(
    ({ chargeReference, means, state, amountCents }) =>
      chargeReference === charge.reference &&
      means === 'void' &&
      state === 'DONE' &&
      amountCents === charge.amountCents,
  ).length;
  const isGivenBack = charge.state === 'voided' && payment.state === 'REFUNDED';
  const backCents =
    sumCents(givenBack.filter(({ refundOf }) => refundOf === charge.id)) +
    (charge.state === 'voided' ? charge.amountCents : 0);
  return [
    ...(agreeing[charge.state].includes(payment.state)
      ? []
      : [`${what} is ${charge.state}, its payment ${payment.state}`]),
    ...(charge.amountCents % billCents === 0 ? [] : [`${what} was never asked for`]),
    ...(payment.amountCents === charge.amountCents ? [] : [`${what} is booked as ${payment.amountCents}`]),
    ...(payment.transaction === charge.id ? [] : [`${what} is booked as transaction ${payment.transaction}`]),
    ...(voids === (isGivenBack ? 1 : 0) ? [] : [`${what} is ${charge.state}, with ${voids} voids here`]),
    ...(backCents <= charge.amountCents ? [] : [`${what}: ${backCents} cents of it were given back`]),
  ];
}

function differencesOfGivenBack(given: SandboxCharge, { charges, refunds }: Books): string[] {
  const what = `the processor's refund ${given.reference} of ${given.amountCents} cents`;
  const named = refunds.filter(
    ({ reference, means, state }) => reference === given.reference && means === 'refund' && state === 'DONE',
  );
  const [refund] = named;
  if (named.length !== 1 || !refund) return [`${what} has ${named.length} refunds here`];
  const charge = charges.find(({ id }) => id === given.refundOf);
  return [
    ...(refund.amountCents === given.amountCents ? [] : [`${what} is booked as ${refund.amountCents}`]),
    ...(refund.transaction === given.id ? [] : [`${what} is booked as transaction ${refund.transaction}`]),
    ...(charge && refund.chargeReference === charge.reference
      ? []
      : [`${what} is of charge ${charge?.reference}, here of ${refund.chargeReference}`]),
  ];
}

function differencesOfRefund(refund: StoredRefund, { charges, givenBack }: Books): string[] {
  const { reference, chargeReference, state, means } = refund;
  const what = `refund ${reference} (${state} ${means}) of charge ${chargeReference}`;
  if (state === 'UNKNOWN') return [`${what} has no result`];
  if (state === 'REFUSED' || means === 'recorded') return [];
  const own =
    means === 'refund'
      ? givenBack.filter((given) => given.reference === reference)
      : charges.filter((charge) => charge.reference === chargeReference && charge.state === 'voided');
  return own.length === 1 ? [] : [`${what} was given back ${own.length} times`];
}

const doneOf = (refunds: readonly StoredRefund[]) => refunds.filter(({ state }) => state === 'DONE');

/** What was given back of a payment. */
function backCentsOf({ accountId, reference }: StoredPayment, refunds: readonly StoredRefund[]): number {
  return sumCents(
    doneOf(refunds).filter((one) => one.accountId === accountId && one.chargeReference === reference),
  );
}

function differencesOfPayment(payment: StoredPayment, { charges, refunds }: Books): string[] {
  const { reference, state, amountCents, creditedCents } = payment;
  const what = `payment ${reference} (${state})`;
  const own = charges.filter((charge) => charge.reference === reference).length;
  const backCents = backCentsOf(payment, refunds);
  const creditCents = state === 'COMPLETED' ? amountCents - backCents : 0;
  return [
    ...(open.includes(state) ? [`${what} has no result`] : []),
    ...(charged.includes(state) && own !== 1 ? [`${what} has ${own} charges`] : []),
    ...(creditedCents === creditCents ? [] : [`${what}: the ledger credits ${creditedCents} cents`]),
    ...(backCents <= amountCents ? [] : [`${what} of ${amountCents} cents gave ${backCents} back`]),
    ...((backCents === amountCents) === (state === 'REFUNDED')
      ? []
      : [`${what} gave ${backCents} of ${amountCents} cents back`]),
  ];
}

function differencesOfAccount(account: SeenAccount, { payments, refunds }: Books): string[] {
  const inState = (wanted: PaymentState) =>
    payments.filter(({ accountId, state }) => accountId === account.accountId && state === wanted);
  const own = inState('COMPLETED');
  const fewestReceipts = own.length + inState('REFUNDED').length;
  // One that came back may have settled before.
  const mostReceipts = fewestReceipts + inState('RETURNED').length;
  const paidCents = sumCents(own) - own.reduce((sum, payment) => sum + backCentsOf(payment, refunds), 0);
  const done = doneOf(refunds).filter(({ accountId }) => accountId === account.accountId).length;
  const what = `account ${account.accountId}`;
  return [
    ...(account.shownCents === account.billedCents - paidCents
      ? []
      : [`${what} shows ${account.shownCents} of ${account.billedCents} cents after ${paidCents}`]),
    ...(account.receipts >= fewestReceipts && account.receipts <= mostReceipts
      ? []
      : [`${what} has ${account.receipts} receipts of ${fewestReceipts}`]),
    ...(account.refundMails === done ? [] : [`${what} has ${account.refundMails} mails of ${done} refunds`]),
    ...(account.arrived === account.mails
      ? []
      : [`${what}: ${account.arrived} of ${account.mails} mails arrived`]),
  ];
}
