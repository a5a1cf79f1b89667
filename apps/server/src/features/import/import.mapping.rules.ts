import { customerFieldNames, eachField } from '@myaccount/contract/customer-fields';
import type { Insertable } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Entry } from './import.changes.rules.ts';
import { beginsAt } from './import.days.rules.ts';
import { centsOf } from './import.money.rules.ts';
import type { Content } from './import.parse.rules.ts';
import type { SealedField } from './import.secrets.rules.ts';

export type TableName = keyof Tables & string;
export type Row<T extends TableName> = Insertable<Tables[T]>;

/** Columns that take values of a type. */
type ColumnFor<V, T extends TableName> = {
  [C in keyof Row<T> & string]: V extends Row<T>[C] ? C : never;
}[keyof Row<T> & string];

/** The column that takes a field's value, or a function to the columns; null for what other tables keep. */
type FieldMapping<R, F extends keyof R, T extends TableName, C> =
  | ColumnFor<R[F], T>
  | ((record: R, context: C) => Partial<Row<T>>)
  | null;

/** Where every field of a record is stored: the only place that names the columns which a file fills. */
export interface Mapping<R, T extends TableName, C = unknown> {
  readonly table: T;
  readonly fields: { readonly [F in keyof R & string]-?: FieldMapping<R, F, T, C> };
}

/** Returns the columns of a record, or of some of its fields. */
export function columnsOf<R, T extends TableName, C>(
  { fields }: Mapping<R, T, C>,
  record: R,
  context: C,
  only?: ReadonlySet<string>,
): Partial<Row<T>> {
  const columns: Record<string, unknown> = {};
  for (const name of Object.keys(fields) as (keyof R & string)[]) {
    const target = fields[name];
    if (target === null || (only && !only.has(name))) continue;
    if (typeof target === 'function') Object.assign(columns, target(record, context));
    else columns[target as string] = record[name];
  }
  return columns as Partial<Row<T>>;
}

/** The account that a record belongs to, and the operator's time zone. */
export interface OwnerContext {
  readonly accountId: string;
  readonly timeZone: string;
}

/** What an account's columns need from its customer and its plan. */
export interface AccountContext {
  readonly customerId: string;
  /** For accounts without a PIN of their own. */
  readonly customerPin: SealedField | null;
  /** Cents a month by plan. */
  readonly planPrices: ReadonlyMap<string, number>;
}

type AccountContent = Content<'account'>;

export const ownedBy = (_: object, { accountId }: { readonly accountId: string }) => ({
  account_id: accountId,
});

export const planMapping: Mapping<Content<'plan'>, 'plan'> = {
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

export const customerMapping: Mapping<Content<'customer'>, 'customer'> = {
  table: 'customer',
  fields: {
    customerId: 'customer_number',
    firstName: 'first_name',
    lastName: 'last_name',
    emailAddress: 'email_address',
    ...eachField(customerFieldNames, ({ column }) => column),
    // Accounts that have none of their own keep it.
    pin: null,
    language: 'language',
  },
};

export const accountMapping: Mapping<AccountContent, 'account', AccountContext> = {
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
    autopay: null,
  },
};

function priceColumns({ planId, monthlyPrice }: AccountContent, { planPrices }: AccountContext) {
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

export const autopayMapping: Mapping<
  NonNullable<AccountContent['autopay']>,
  'autopay_enrollment',
  OwnerContext & { readonly methodId: string }
> = {
  table: 'autopay_enrollment',
  fields: {
    methodExternalId: (_, { accountId, methodId }) => ({
      account_id: accountId,
      payment_method_id: methodId,
    }),
    since: ({ since }, { timeZone }) => ({ enrolled_at: beginsAt(since, timeZone) }),
  },
};

export const loginMapping: Mapping<Content<'login'>, 'login'> = {
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

export const methodMapping: Mapping<Content<'paymentMethod'>, 'payment_method', OwnerContext> = {
  table: 'payment_method',
  fields: {
    externalId: 'external_id',
    accountNumber: ownedBy,
    methodType: 'method_type',
    cardType: 'card_type',
    nickname: 'nickname',
    lastFour: 'last_four',
    processor: 'processor',
    expirationDate: ({ expirationDate }) => ({ expires_on: expirationDate && lastDayOf(expirationDate) }),
    token: ({ token }) => ({ token_sealed: Buffer.from(token.sealed, 'base64'), token_key_id: token.keyId }),
    accountHolderName: 'account_holder_name',
    isDefault: 'is_default',
    validTo: ({ validTo }, { timeZone }) => ({
      valid_to: validTo === null ? null : beginsAt(validTo, timeZone),
    }),
  },
};

/** Last day of a card's month, `MM/YYYY`. */
function lastDayOf(expirationDate: string): string {
  const [month = 1, year = 1970] = expirationDate.split('/').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
