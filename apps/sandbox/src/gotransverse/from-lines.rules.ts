import type { AccountBody, Address, Bill, Method, Stored } from './gotransverse.store.ts';
import { accountStatuses, names, paymentStatuses, productNames, purposes } from './gotransverse-names.ts';
import { centsOf, type Ledger, totalOf } from './ledger.rules.ts';

/** A record as the API answers it. */
export type WireRecord = Readonly<Record<string, unknown>>;
/** How a day is written as an instant: its midnight in UTC or in US Central time. */
export type Midnight = 'utc' | 'central';
type Person = Stored<'customer'>;

const currency = { currency_code: 'USD' };
const hourFormat = { timeZone: 'America/Chicago', hour: 'numeric', hourCycle: 'h23' } as const;
const centralHour = new Intl.DateTimeFormat('en-US', hourFormat);
const dollarsOf = (text: string) => centsOf(text) / 100;
const invoiceOf = (number?: string | null) => (number ? { invoice_num: number } : null);

/** Returns a day as the instant of its midnight. */
export function dayInstant(day: string | null | undefined, midnight: Midnight): string | null {
  if (!day) return null;
  if (midnight === 'utc') return `${day}T00:00:00.000Z`;
  const isSummer = Number(centralHour.format(new Date(`${day}T06:00:00Z`))) === 1;
  return `${day}T0${isSummer ? 5 : 6}:00:00.000Z`;
}

/** What every record but the accounts begins with. */
const recordOf = ({ id, account, body }: Stored<'invoice' | 'adjustment' | 'payment'>) => ({
  id: String(id),
  billing_account: { id: String(account), account_num: body.accountNumber },
  ...currency,
});

/** Returns the billing account of a line of an account, with those of its customer and its plan. */
export function accountRecord(
  { id, body }: Stored<'account'>,
  [customer, plan]: readonly [Person, Stored<'plan'>],
  { balanceCents }: Ledger,
  midnight: Midnight,
): WireRecord {
  const { accountType: code, cycleDay, businessName, autoPayment = false } = body;
  const person = { first_name: customer.body.firstName, last_name: customer.body.lastName };
  const addresses = addressesOf(body, customer).map((address, index) => ({
    id: `${id}0${index}`,
    ...address,
  }));
  const organization = { party_type: 'organization', organization_name: businessName };
  const party = businessName ? organization : { party_type: 'person', ...person };
  const card = { payment_method_type: 'tokenized-credit-card', last_four: '4242' };
  const product = { id: String(plan.id), code: plan.key, name: plan.body.name };
  const price = dollarsOf(body.monthlyPrice ?? plan.body.monthlyPrice);
  const cycle = { id: `${cycleDay}`, bill_cycle_type: 'monthly', name: `Day ${cycleDay}` };
  return {
    id: String(id),
    account_num: body.accountNumber,
    external_account_num: null,
    bill_type: body.billType,
    status: accountStatuses[body.accountStatus],
    start_date: dayInstant(body.serviceSince, midnight),
    balance: balanceCents / 100,
    pending_charges_total: dollarsOf(body.pendingCharges ?? '0'),
    ...currency,
    preferred_language_code: customer.body.language ?? 'en',
    auto_payment_authorized: autoPayment,
    bill_cycle: { ...cycle, day_of_month: cycleDay, ...currency },
    billing_account_category: { id: code === 'BUSINESS' ? '2' : '1', code, name: code },
    responsible_party: { id: String(customer.id), ...party, customer_num: customer.key, addresses },
    [names.contacts]: businessName ? [person] : [],
    recurring_payments: autoPayment ? [{ id: `${id}9`, auto_payment: true, payment_method: card }] : [],
    [names.services]: [{ id: `${id}1`, status: 'ACTIVE', price, product }],
    custom_field_values: [],
  };
}

function addressesOf({ addresses }: AccountBody, { body }: Person): WireRecord[] {
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

/** Returns the invoice or the adjustment of a line. */
export function billRecord(
  bill: Stored<'invoice' | 'adjustment'>,
  ledger: Ledger,
  midnight: Midnight,
): WireRecord {
  const { body, kind } = bill;
  const day = (text?: string | null) => dayInstant(text, midnight);
  const common = {
    ...recordOf(bill),
    due_date: day(body.dueOn),
    amount: totalOf(body) / 100,
    [names.reversedDate]: day(body.reversedOn),
  };
  if (kind === 'adjustment')
    return {
      ...common,
      [names.adjustmentNumber]: body.invoiceNumber,
      [names.adjustmentType]: body.kind,
      description: body.reason,
      [names.adjustmentDate]: day(body.issuedOn),
      invoice: invoiceOf(body.forInvoice),
      [names.replacementAdjustment]: body.replacedBy ? { [names.adjustmentNumber]: body.replacedBy } : null,
      [names.adjustmentItems]: itemsOf(bill),
    };
  return {
    ...common,
    invoice_num: body.invoiceNumber,
    [names.invoiceType]: body.kind === 'manual' ? 'MANUAL' : 'CYCLE',
    [names.invoiceDate]: day(body.issuedOn),
    [names.invoicePeriodStart]: day(body.periodStart),
    [names.invoicePeriodEnd]: day(body.periodEnd),
    [names.invoiceOpen]: ledger.leftOf(body.invoiceNumber) / 100,
    [names.replacementInvoice]: invoiceOf(body.replacedBy),
    invoice_items: itemsOf(bill),
  };
}

/** One item for each charge. */
function itemsOf({ id: bill, body }: { id: number; body: Bill }): WireRecord[] {
  const all = body.items.flatMap(({ description: heading, charges }) =>
    charges.map((charge) => ({ ...charge, heading })),
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
export function paymentRecord(payment: Stored<'payment'>, saved?: Method): WireRecord {
  const { body } = payment;
  const {
    methodType,
    cardType,
    nickname = null,
    lastFour = null,
  }: Partial<Method> = body.method ?? saved ?? {};
  const isCheck = methodType === 'custom' && cardType === 'CHECK';
  const allocations = (body.appliedTo ?? []).map(({ invoiceNumber, amount }) => ({
    invoice: invoiceOf(invoiceNumber),
    amount: dollarsOf(amount),
  }));
  const card = { card_type: isCheck ? null : cardType, nickname, last_four: lastFour };
  return {
    ...recordOf(payment),
    [names.paymentNumber]: body.externalId,
    amount: dollarsOf(body.amount),
    // A day without a time is noon: the same day all over the country.
    payment_date: body.occurredOn.length === 10 ? `${body.occurredOn}T17:00:00.000Z` : body.occurredOn,
    status: paymentStatuses[body.status],
    reference: body.reference ?? null,
    auto_payment: body.recurring ?? false,
    description: null,
    payment_method: { payment_method_type: isCheck ? 'check' : methodType, ...card },
    [names.allocations]: allocations,
  };
}
