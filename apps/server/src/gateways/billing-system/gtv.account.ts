import { z } from 'zod';
import type { AccountRecord, BilledAccount, CustomerRecord } from './billing-system.ts';
import { amount, cents, currency, day, id, number, oneOf } from './gtv.fields.ts';
import { accountNames, accountStatusOf, addressTypeOf, billTypeOf, pageSize } from './gtv.names.ts';

const name = z.string().max(300);
const postal = z.object({
  address_type: z.literal('postal'),
  purpose: oneOf(addressTypeOf),
  line1: name,
  line2: name.nullable(),
  city: name,
  region_or_state: z.string().max(64),
  postal_code: z.string().max(16),
  country: z.string().max(64),
});
const email = z.object({ address_type: z.literal('email'), purpose: z.string(), email: z.string() });
const phone = z.object({
  address_type: z.literal('telecom'),
  purpose: z.string(),
  [accountNames.phone]: z.string(),
});
const addresses = z.array(z.discriminatedUnion('address_type', [postal, email, phone])).max(pageSize - 1);

const party = z.discriminatedUnion('party_type', [
  z.object({
    party_type: z.literal('person'),
    customer_num: number,
    first_name: name,
    last_name: name,
    addresses,
  }),
  z.object({
    party_type: z.literal('organization'),
    customer_num: number,
    organization_name: name,
    addresses,
  }),
]);

/** An account; members that are not named here are ignored. */
const billingAccount = z.object({
  id,
  account_num: number,
  bill_type: oneOf(billTypeOf),
  status: oneOf(accountStatusOf),
  start_date: day.nullable(),
  balance: cents,
  pending_charges_total: amount,
  currency_code: currency,
  preferred_language_code: z.string().nullable(),
  auto_payment_authorized: z.boolean(),
  bill_cycle: z.object({ day_of_month: z.int().min(1).max(31) }),
  responsible_party: party,
  [accountNames.contacts]: z.array(z.object({ first_name: name, last_name: name })),
  recurring_payments: z.array(z.object({ auto_payment: z.boolean() })),
  // An account with a full page of services is no household: its plan would be a guess.
  [accountNames.services]: z
    .array(
      z.object({
        status: z.string(),
        [accountNames.price]: amount,
        product: z.object({ [accountNames.productCode]: number }),
      }),
    )
    .max(pageSize - 1),
});

type AccountRow = z.output<typeof billingAccount>;

/** An account as the rest of its reading needs it. */
export interface AccountHead {
  readonly billingId: string;
  readonly billed: Pick<BilledAccount, 'customer' | 'account' | 'balanceCents' | 'isChargedThere'>;
}

/** Reads an account and its holder. */
export function readAccountRow(row: unknown) {
  const parsed = billingAccount.safeParse(row);
  return parsed.success ? { head: headOf(parsed.data) } : { issues: parsed.error.issues };
}

const numbered = z.object({ account_num: number });

/** Returns the number of an account that cannot be read otherwise. */
export function accountNumberOf(row: unknown): string | undefined {
  return numbered.safeParse(row).data?.account_num;
}

function headOf(row: AccountRow): AccountHead {
  const { responsible_party: holder, account_num: accountNumber, recurring_payments: methods } = row;
  const emailAddress = holder.addresses.find((entry) => entry.address_type === 'email')?.email ?? null;
  const isOrganization = holder.party_type === 'organization';
  const [contact] = row[accountNames.contacts];
  const person = isOrganization
    ? (contact ?? { first_name: holder.organization_name, last_name: '' })
    : holder;
  const active = row[accountNames.services].find(({ status }) => status === 'ACTIVE');
  const service = active ?? row[accountNames.services][0];
  const customer: CustomerRecord = {
    type: 'customer',
    customerId: holder.customer_num,
    firstName: person.first_name,
    lastName: person.last_name,
    emailAddress,
    phoneNumber: phoneOf(holder.addresses),
    ...(row.preferred_language_code && { language: row.preferred_language_code === 'es' ? 'es' : 'en' }),
  };
  const account: AccountRecord = {
    type: 'account',
    accountNumber,
    customerId: holder.customer_num,
    accountType: isOrganization ? 'BUSINESS' : 'RESIDENTIAL',
    accountStatus: row.status,
    businessName: isOrganization ? holder.organization_name : null,
    billType: row.bill_type,
    cycleDay: row.bill_cycle.day_of_month,
    ...(service && {
      planId: service.product[accountNames.productCode],
      monthlyPrice: service[accountNames.price],
    }),
    serviceSince: row.start_date,
    addresses: holder.addresses.flatMap((entry) => (entry.address_type === 'postal' ? addressOf(entry) : [])),
    pendingCharges: row.pending_charges_total,
  };
  const isChargedThere = row.auto_payment_authorized || methods.some(({ auto_payment }) => auto_payment);
  return { billingId: row.id, billed: { customer, account, balanceCents: row.balance, isChargedThere } };
}

/** Ten digits, as the portal stores them; null for what has others. */
function phoneOf(entries: AccountRow['responsible_party']['addresses']): string | null {
  const given = entries.find((entry) => entry.address_type === 'telecom');
  const digits = given?.[accountNames.phone].replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits && /^\d{10}$/.test(digits) ? digits : null;
}

/** “77-79 Elm Street” and a unit, as the portal stores them. */
function addressOf({ line1, line2, purpose, ...rest }: z.output<typeof postal>) {
  const [, first = '', last = '', street = line1] = /^(\d+)(?:-(\d+))? (.+)$/.exec(line1) ?? [];
  return {
    addressType: purpose,
    streetNrFirst: first,
    streetNrLast: last || (line2 ?? ''),
    streetName: street,
    city: rest.city,
    state: rest.region_or_state,
    country: rest.country,
    postCode: rest.postal_code,
  };
}
