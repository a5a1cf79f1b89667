import type { Content } from '../parse/import.parse.rules.ts';
import { centsOf, occurredAt, occurredOn } from '../parse/import.values.rules.ts';
import type { Entry } from '../plan/import.changes.rules.ts';
import type { AccountScope, Mapping } from './import.columns.rules.ts';
import { ownedBy } from './import.mapping.rules.ts';

type Item = Entry<Content<'invoice'>['items']>;

export const invoiceMapping: Mapping<Content<'invoice'>, 'invoice'> = {
  table: 'invoice',
  fields: {
    invoiceNumber: 'invoice_number',
    accountNumber: ownedBy,
    issuedOn: 'issued_on',
    dueOn: 'due_on',
    periodStart: 'period_start',
    periodEnd: 'period_end',
    previousBalance: ({ previousBalance }) => ({ previous_balance_cents: centsOf(previousBalance) }),
    // The amount is the sum of the charges; what is open, and since when it is paid, follows from the allocations.
    items: null,
    status: null,
    paidOn: null,
  },
};

export const itemMapping: Mapping<Item, 'invoice_item', unknown> = {
  table: 'invoice_item',
  fields: { description: 'description', charges: null },
};

export const chargeMapping: Mapping<Entry<Item['charges']>, 'invoice_charge', unknown> = {
  table: 'invoice_charge',
  fields: {
    type: 'charge_type',
    description: 'description',
    amount: ({ amount }) => ({ amount_cents: centsOf(amount) }),
  },
};

export const paymentMapping: Mapping<Content<'payment'>, 'payment'> = {
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

function methodColumns({ methodExternalId, method }: Content<'payment'>, { methods }: AccountScope) {
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

/** The minutes until an arrival count from the import. */
const estimated = ({ now }: AccountScope) => ({ arrival_estimated_at: now });

export const appointmentMapping: Mapping<Content<'appointment'>, 'appointment'> = {
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
