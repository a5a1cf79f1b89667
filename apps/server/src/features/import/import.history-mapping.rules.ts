import { occurredAt } from './import.days.rules.ts';
import { type Entry, type Mapping, type OwnerContext, ownedBy } from './import.mapping.rules.ts';
import { centsOf } from './import.money.rules.ts';
import type { Content } from './import.parse.rules.ts';
import type { KnownMethod } from './import.repository.ts';

/** A saved method as payments remember it. */
export type MethodSnapshot = Omit<KnownMethod, 'accountId' | 'externalId'>;

type Item = Entry<Content<'invoice'>['items']>;

interface InvoiceContext extends OwnerContext {
  /** Received since the bill before. */
  readonly receivedCents: number;
}

const received = ({ receivedCents }: InvoiceContext) => ({ payments_received_cents: receivedCents });

export const invoiceMapping: Mapping<Content<'invoice'>, 'invoice', InvoiceContext> = {
  table: 'invoice',
  fields: {
    invoiceNumber: 'invoice_number',
    accountNumber: ownedBy,
    issuedOn: ({ issuedOn }, context) => ({ issued_on: issuedOn, ...received(context) }),
    dueOn: 'due_on',
    periodStart: 'period_start',
    periodEnd: 'period_end',
    previousBalance: ({ previousBalance }, context) => ({
      previous_balance_cents: centsOf(previousBalance),
      ...received(context),
    }),
    // The amount is the sum of the charges; what is open, and since when it is paid, follows from the allocations.
    items: null,
    status: null,
    paidOn: null,
  },
};

interface LineContext extends Pick<OwnerContext, 'accountId'> {
  readonly invoiceId: string;
  /** Both count from 1. */
  readonly itemPosition: number;
  readonly position: number;
}

export const itemMapping: Mapping<Item, 'invoice_item', LineContext> = {
  table: 'invoice_item',
  fields: {
    description: ({ description }, { accountId, invoiceId, itemPosition }) => ({
      account_id: accountId,
      invoice_id: invoiceId,
      position: itemPosition,
      description,
    }),
    charges: null,
  },
};

export const chargeMapping: Mapping<Entry<Item['charges']>, 'invoice_charge', LineContext> = {
  table: 'invoice_charge',
  fields: {
    type: ({ type }, { accountId, invoiceId, itemPosition, position }) => ({
      account_id: accountId,
      invoice_id: invoiceId,
      item_position: itemPosition,
      position,
      charge_type: type,
    }),
    description: 'description',
    amount: ({ amount }) => ({ amount_cents: centsOf(amount) }),
  },
};

interface PaymentContext extends OwnerContext {
  /** The business day. */
  readonly occurredOn: string;
  readonly methods: ReadonlyMap<string, MethodSnapshot>;
}

export const paymentMapping: Mapping<Content<'payment'>, 'payment', PaymentContext> = {
  table: 'payment',
  fields: {
    externalId: 'external_id',
    accountNumber: ownedBy,
    occurredOn: (payment, { occurredOn, timeZone }) => ({
      occurred_at: occurredAt(payment.occurredOn, timeZone),
      occurred_on: occurredOn,
    }),
    amount: ({ amount }) => ({ amount_cents: centsOf(amount) }),
    // Its moves write the state.
    status: null,
    recurring: 'is_recurring',
    methodExternalId: methodColumns,
    method: methodColumns,
    appliedTo: null,
  },
};

function methodColumns({ methodExternalId, method }: Content<'payment'>, { methods }: PaymentContext) {
  const saved = methodExternalId === null ? undefined : methods.get(methodExternalId);
  const snapshot = saved ?? method;
  return {
    payment_method_id: saved?.id ?? null,
    method_type: snapshot?.methodType ?? 'custom',
    processor: snapshot?.processor ?? null,
    card_type: snapshot?.cardType ?? 'UNKNOWN',
    nickname: snapshot?.nickname ?? null,
    last_four: snapshot?.lastFour ?? null,
  };
}

export const appointmentMapping: Mapping<Content<'appointment'>, 'appointment', OwnerContext> = {
  table: 'appointment',
  fields: {
    externalId: 'external_id',
    accountNumber: ownedBy,
    kind: 'kind',
    start: ({ start }) => ({ starts_at: new Date(start) }),
    end: ({ end }) => ({ ends_at: new Date(end) }),
    jobStatus: 'job_status',
    techFirstName: 'tech_first_name',
    shortestArrivalMinutes: 'shortest_arrival_minutes',
    longestArrivalMinutes: 'longest_arrival_minutes',
  },
};
