import type { AccountBody, Address, Bill, Method, Stored } from './gotransverse.store.ts';
import { accountStatuses, names, paymentStatuses, productNames, purposes } from './gotransverse-names.ts';
import { centsOf, type Ledger, totalOf } from './ledger.rules.ts';

/** A record as the API answers it. */
export type WireRecord = Readonly<Record<string, unknown>>;
/** How a day is written as an instant: its midnight in UTC or in US Central time. */
export type Midnight = 'utc' | 'central';
/** The account of a record, what its payments pay, and how days are written. */
export interface Owner {
  readonly account: Stored<'account'>;
  readonly ledger: Ledger;
  readonly midnight: Midnight;
}

const currency = { currency_code: 'USD' };
const hourFormat = { timeZone: 'America/Chicago', hour: 'numeric', hourCycle: 'h23' } as const;
const centralHour = new Intl.DateTimeFormat('en-US', hourFormat);
const dollarsOf = (text: string) => centsOf(text) / 100;
const invoiceOf = (number: string | null | undefined) => (number ? { invoice_num: number } : null);
const ownerOf = ({ id, key }: Stored) => ({ id: String(id), account_num: key });

/** Returns a day as the instant of its midnight. */
export function dayInstant(day: string | null | undefined, midnight: Midnight): string | null {
  if (!day) return null;
  if (midnight === 'utc') return `${day}T00:00:00.000Z`;
  const isSummer = Number(centralHour.format(new Date(`${day}T06:00:00Z`))) === 1;
  return `${day}T0${isSummer ? 5 : 6}:00:00.000Z`;
}

/** Returns the billing account of a line of an account, with those of its customer and its plan. */
export function accountRecord(
  { account: { id, body }, ledger, midnight }: Owner,
  customer: Stored<'customer'>,
  plan: Stored<'plan'>,
): WireRecord {
  const { accountType: code, cycleDay, businessName, autoPayment = false } = body;
  const person = { first_name: customer.body.firstName, last_name: customer.body.lastName };
  const party = businessName
    ? { party_type: 'organization', organization_name: businessName }
    : { party_type: 'person', ...person };
  const card = { payment_method_type: 'tokenized-credit-card', last_four: '4242' };
  return {
    id: String(id),
    account_num: body.accountNumber,
    external_account_num: null,
    bill_type: body.billType,
    status: accountStatuses[body.accountStatus],
    start_date: dayInstant(body.serviceSince, midnight),
    balance: ledger.balanceCents / 100,
    pending_charges_total: dollarsOf(body.pendingCharges ?? '0'),
    ...currency,
    preferred_language_code: customer.body.language ?? 'en',
    auto_payment_authorized: autoPayment,
    bill_cycle: {
      id: `${cycleDay}`,
      bill_cycle_type: 'monthly',
      name: `Day ${cycleDay}`,
      day_of_month: cycleDay,
      ...currency,
    },
    billing_account_category: { id: code === 'BUSINESS' ? '2' : '1', code, name: code },
    responsible_party: {
      id: String(customer.id),
      ...party,
      customer_num: customer.key,
      addresses: addressesOf(body, customer).map((address, index) => ({ id: `${id}0${index}`, ...address })),
    },
    [names.contacts]: businessName ? [person] : [],
    recurring_payments: autoPayment ? [{ id: `${id}9`, auto_payment: true, payment_method: card }] : [],
    [names.services]: [
      {
        id: `${id}1`,
        status: 'ACTIVE',
        price: dollarsOf(body.monthlyPrice ?? plan.body.monthlyPrice),
        product: { id: String(plan.id), code: plan.key, name: plan.body.name },
      },
    ],
    custom_field_values: [],
  };
}

function addressesOf({ addresses }: AccountBody, { body }: Stored<'customer'>): WireRecord[] {
  const { emailAddress: email, phoneNumber } = body;
  return [
    ...(addresses ?? []).map(postal),
    ...(email ? [{ address_type: 'email', purpose: 'PRIMARY', email }] : []),
    ...(phoneNumber ? [{ address_type: 'telecom', purpose: 'PRIMARY', [names.phone]: phoneNumber }] : []),
  ];
}

/** A second number of digits is the end of a range; anything else is a unit. */
function postal({ addressType, streetNrFirst, streetNrLast, streetName, ...place }: Address): WireRecord {
  const isRange = /^\d+$/.test(streetNrLast ?? '');
  const number = isRange ? `${streetNrFirst}-${streetNrLast}` : streetNrFirst;
  return {
    address_type: 'postal',
    purpose: purposes[addressType],
    line1: [number, streetName].filter(Boolean).join(' '),
    line2: (!isRange && streetNrLast) || null,
    city: place.city,
    region_or_state: place.state,
    postal_code: place.postCode,
    country: place.country === 'US' ? 'USA' : place.country,
  };
}

/** What bills and adjustments have in common. */
function ofBoth({ id, body }: Stored<'invoice' | 'adjustment'>, { account, midnight }: Owner) {
  return {
    id: String(id),
    billing_account: ownerOf(account),
    due_date: dayInstant(body.dueOn, midnight),
    amount: totalOf(body) / 100,
    ...currency,
    [names.reversedDate]: dayInstant(body.reversedOn, midnight),
  };
}

/** Returns the invoice of a line of a bill. */
export function invoiceRecord(record: Stored<'invoice'>, owner: Owner): WireRecord {
  const { body, id } = record;
  return {
    ...ofBoth(record, owner),
    invoice_num: body.invoiceNumber,
    [names.invoiceType]: body.kind === 'manual' ? 'MANUAL' : 'CYCLE',
    [names.invoiceDate]: dayInstant(body.issuedOn, owner.midnight),
    [names.invoicePeriodStart]: dayInstant(body.periodStart, owner.midnight),
    [names.invoicePeriodEnd]: dayInstant(body.periodEnd, owner.midnight),
    [names.invoiceOpen]: owner.ledger.leftOf(body.invoiceNumber) / 100,
    [names.replacementInvoice]: invoiceOf(body.replacedBy),
    invoice_items: itemsOf(id, body),
  };
}

/** Returns the adjustment of a line of a credit or a debit. */
export function adjustmentRecord(record: Stored<'adjustment'>, owner: Owner): WireRecord {
  const { body, id } = record;
  return {
    ...ofBoth(record, owner),
    [names.adjustmentNumber]: body.invoiceNumber,
    [names.adjustmentType]: body.kind,
    description: body.reason,
    [names.adjustmentDate]: dayInstant(body.issuedOn, owner.midnight),
    invoice: invoiceOf(body.forInvoice),
    [names.replacementAdjustment]: body.replacedBy ? { [names.adjustmentNumber]: body.replacedBy } : null,
    [names.adjustmentItems]: itemsOf(id, body),
  };
}

/** One item for each charge. */
function itemsOf(bill: number, { items }: Bill): WireRecord[] {
  const all = items.flatMap(({ description, charges }) =>
    charges.map((charge) => ({ ...charge, heading: description })),
  );
  return all.map(({ type, amount, description, heading }, index) => {
    const id = String(bill * 10_000 + index);
    const dollars = dollarsOf(amount);
    const service = { id, [names.itemHeading]: heading, product: { name: productNames[type] } };
    return {
      id,
      quantity: 1,
      unit_amount: dollars,
      total_amount: dollars,
      [names.itemText]: description,
      service,
    };
  });
}

/** Returns the payment of a payment line; `saved` is the method that the line names. */
export function paymentRecord(
  { id, body }: Stored<'payment'>,
  { account }: Owner,
  saved?: Method,
): WireRecord {
  const {
    methodType,
    cardType,
    nickname = null,
    lastFour = null,
  } = body.method ?? saved ?? ({} as Partial<Method>);
  const isCheck = methodType === 'custom' && cardType === 'CHECK';
  const card = { card_type: isCheck ? null : cardType, nickname, last_four: lastFour };
  return {
    id: String(id),
    [names.paymentNumber]: body.externalId,
    billing_account: ownerOf(account),
    amount: dollarsOf(body.amount),
    ...currency,
    // A day without a time is noon: the same day all over the country.
    payment_date: body.occurredOn.length === 10 ? `${body.occurredOn}T17:00:00.000Z` : body.occurredOn,
    status: paymentStatuses[body.status],
    reference: body.reference ?? null,
    auto_payment: body.recurring ?? false,
    description: null,
    payment_method: { payment_method_type: isCheck ? 'check' : methodType, ...card },
    [names.allocations]: (body.appliedTo ?? []).map(({ invoiceNumber, amount }) => ({
      invoice: invoiceOf(invoiceNumber),
      amount: dollarsOf(amount),
    })),
  };
}
