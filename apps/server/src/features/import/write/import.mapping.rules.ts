import { lastDayOfMonth } from '@myaccount/contract/calendar';
import type { Content } from '../parse/import.parse.rules.ts';
import type { SealedField } from '../parse/import.secrets.rules.ts';
import { centsOf, instantOf, occurredOn } from '../parse/import.values.rules.ts';
import type { Entry } from '../plan/import.changes.rules.ts';
import type { AccountScope, Mapping } from './import.columns.rules.ts';

type AccountContent = Content<'account'>;

const ownedBy = (_: object, { accountId }: AccountScope) => ({ account_id: accountId });

export const planMapping: Mapping<Content<'plan'>, 'plan', unknown> = {
  table: 'plan',
  fields: {
    planId: 'id',
    name: 'name',
    nameEs: 'name_es',
    monthlyPrice: ({ monthlyPrice }) => ({ monthly_price_cents: centsOf(monthlyPrice) }),
    downloadMbps: 'download_mbps',
    uploadMbps: 'upload_mbps',
  },
};

export const customerMapping: Mapping<Content<'customer'>, 'customer', unknown> = {
  table: 'customer',
  fields: {
    customerId: 'customer_number',
    firstName: 'first_name',
    lastName: 'last_name',
    emailAddress: 'email_address',
    phoneNumber: 'phone_number',
    dateOfBirth: 'date_of_birth',
    // Accounts without their own PIN keep it.
    pin: null,
    language: 'language',
  },
};

export const accountMapping: Mapping<AccountContent, 'account'> = {
  table: 'account',
  fields: {
    accountNumber: 'account_number',
    customerId: (_, { customerId }) => ({ customer_id: customerId }),
    accountType: 'account_type',
    accountStatus: 'status',
    businessName: 'business_name',
    billType: 'bill_type',
    cycleDay: 'cycle_day',
    // Another plan brings its price when the file names none.
    planId: (account, context) => ({ plan_id: account.planId, ...priceColumns(account, context) }),
    monthlyPrice: priceColumns,
    achEnabled: 'ach_enabled',
    notificationPreference: 'notification_preference',
    serviceSince: 'service_since',
    addresses: null,
    discounts: null,
    pin: ({ pin }, { customerPin }) => pinColumns(pin ?? customerPin),
    pendingCharges: ({ pendingCharges }) => ({ pending_charges_cents: centsOf(pendingCharges) }),
    // Enrollments keep it.
    autopay: null,
  },
};

function priceColumns({ planId, monthlyPrice }: AccountContent, { planPrices }: AccountScope) {
  return {
    monthly_price_cents: monthlyPrice === null ? (planPrices.get(planId) ?? 0) : centsOf(monthlyPrice),
  };
}

/** The columns of a PIN. */
export function pinColumns(pin: SealedField | null) {
  return { pin_sealed: pin && Buffer.from(pin.sealed, 'base64'), pin_key_id: pin?.keyId ?? null };
}

export const addressMapping: Mapping<Entry<AccountContent['addresses']>, 'address'> = {
  table: 'address',
  fields: {
    addressType: 'address_type',
    streetNrFirst: 'street_nr_first',
    streetNrLast: 'street_nr_last',
    streetName: 'street_name',
    city: 'city',
    state: 'state',
    country: 'country',
    postCode: 'post_code',
  },
};

export const discountMapping: Mapping<Entry<AccountContent['discounts']>, 'discount'> = {
  table: 'discount',
  fields: {
    discountType: 'discount_type',
    isApplied: 'is_applied',
    isEligible: 'is_eligible',
    eligibleDate: 'eligible_date',
  },
};

export const loginMapping: Mapping<Content<'login'>, 'login', unknown> = {
  table: 'login',
  fields: { emailAddress: 'email_address', givenName: 'given_name', nickname: 'nickname', accounts: null },
};

export const loginAccountMapping: Mapping<
  Entry<Content<'login'>['accounts']>,
  'login_account',
  { readonly accountIds: ReadonlyMap<string, string> }
> = {
  table: 'login_account',
  fields: {
    accountNumber: ({ accountNumber }, { accountIds }) => ({
      account_id: accountIds.get(accountNumber) ?? '',
    }),
    role: 'role',
  },
};

export const methodMapping: Mapping<Content<'paymentMethod'>, 'payment_method'> = {
  table: 'payment_method',
  fields: {
    externalId: 'external_id',
    accountNumber: ownedBy,
    methodType: 'method_type',
    cardType: 'card_type',
    nickname: 'nickname',
    lastFour: 'last_four',
    processor: 'processor',
    expirationDate: ({ expirationDate }) => {
      const [month = 1, year = 1970] = expirationDate?.split('/').map(Number) ?? [];
      return { expires_on: expirationDate && lastDayOfMonth(year, month) };
    },
    token: ({ token }) => ({ token_sealed: Buffer.from(token.sealed, 'base64'), token_key_id: token.keyId }),
    accountHolderName: 'account_holder_name',
    isDefault: 'is_default',
    validTo: ({ validTo }, { timeZone }) => ({
      valid_to: validTo === null ? null : instantOf(validTo, '00:00', timeZone),
    }),
  },
};

type Item = Entry<Content<'invoice'>['items']>;

/** Where a line's bills are found by number. */
export type BillScope = AccountScope & { readonly billIds: ReadonlyMap<string, string> };

/** An adjustment has no period, and a credit is due on no day: they take the day of issue. */
function billDays({ issuedOn, dueOn, periodStart, periodEnd }: Content<'invoice'>) {
  return {
    issued_on: issuedOn,
    due_on: dueOn ?? issuedOn,
    period_start: periodStart ?? issuedOn,
    period_end: periodEnd ?? issuedOn,
  };
}

export const invoiceMapping: Mapping<Content<'invoice'>, 'invoice', BillScope> = {
  table: 'invoice',
  fields: {
    invoiceNumber: 'invoice_number',
    accountNumber: ownedBy,
    kind: 'kind',
    reason: 'reason',
    // The allocations keep it.
    forInvoice: null,
    issuedOn: billDays,
    dueOn: billDays,
    periodStart: billDays,
    periodEnd: billDays,
    previousBalance: ({ previousBalance }) => ({
      previous_balance_cents: centsOf(previousBalance ?? '0.00'),
    }),
    // The amount is the sum of the charges; what is open, and since when it is paid, follows from the allocations.
    items: null,
    status: null,
    paidOn: null,
    reversedOn: 'reversed_on',
    replacedBy: ({ replacedBy }, { billIds }) => ({ replaced_by: billIds.get(replacedBy ?? '') ?? null }),
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
      occurred_at: instantOf(payment.occurredOn, '12:00', timeZone),
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
    shortestArrivalMinutes: arrivalColumns,
    longestArrivalMinutes: arrivalColumns,
  },
};

/** The minutes until an arrival count from the import. */
function arrivalColumns(visit: Content<'appointment'>, { now }: AccountScope) {
  return {
    shortest_arrival_minutes: visit.shortestArrivalMinutes,
    longest_arrival_minutes: visit.longestArrivalMinutes,
    arrival_estimated_at: now,
  };
}
