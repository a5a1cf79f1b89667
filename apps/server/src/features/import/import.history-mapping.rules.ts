import type { Entry } from './import.changes.rules.ts';
import { occurredAt, occurredOn } from './import.days.rules.ts';
import { type Mapping, type OwnerContext, ownedBy } from './import.mapping.rules.ts';
import { centsOf } from './import.money.rules.ts';
import type { Content } from './import.parse.rules.ts';

/** A saved method as payments remember it. */
export type MethodSnapshot = { readonly id: string } & Pick<
  Content<'paymentMethod'>,
  'methodType' | 'processor' | 'cardType' | 'nickname' | 'lastFour'
>;

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

export const itemMapping: Mapping<Item, 'invoice_item'> = {
  table: 'invoice_item',
  fields: { description: 'description', charges: null },
};

export const chargeMapping: Mapping<Entry<Item['charges']>, 'invoice_charge'> = {
  table: 'invoice_charge',
  fields: {
    type: 'charge_type',
    description: 'description',
    amount: ({ amount }) => ({ amount_cents: centsOf(amount) }),
  },
};

interface PaymentContext extends OwnerContext {
  readonly methods: ReadonlyMap<string, MethodSnapshot>;
}

export const paymentMapping: Mapping<Content<'payment'>, 'payment', PaymentContext> = {
  table: 'payment',
  fields: {
    externalId: 'external_id',
    accountNumber: ownedBy,
    occurredOn: (payment, { timeZone }) => ({
      occurred_at: occurredAt(payment.occurredOn, timeZone),
      occurred_on: occurredOn(payment.occurredOn, timeZone),
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

interface AppointmentContext extends OwnerContext {
  /** The time of the import, which the minutes until an arrival count from. */
  readonly now: Date;
}

const estimated = ({ now }: AppointmentContext) => ({ arrival_estimated_at: now });

export const appointmentMapping: Mapping<Content<'appointment'>, 'appointment', AppointmentContext> = {
  table: 'appointment',
  fields: {
    externalId: 'external_id',
    accountNumber: ownedBy,
    kind: 'kind',
    start: ({ start }) => ({ starts_at: new Date(start) }),
    end: ({ end }) => ({ ends_at: new Date(end) }),
    jobStatus: 'job_status',
    techFirstName: 'tech_first_name',
    shortestArrivalMinutes: ({ shortestArrivalMinutes: minutes }, context) => ({
      shortest_arrival_minutes: minutes,
      ...estimated(context),
    }),
    longestArrivalMinutes: ({ longestArrivalMinutes: minutes }, context) => ({
      longest_arrival_minutes: minutes,
      ...estimated(context),
    }),
  },
};
