import { v7 as uuidv7 } from 'uuid';
import { pinPurpose } from '../accounts/accounts.service.ts';
import { changedColumns, changedFields } from './import.changes.ts';
import type { Content } from './import.parse.ts';
import { remember } from './import.remember.ts';
import { isSameSecret, type SealedField } from './import.secrets.ts';
import type { CustomerUnit, ImportContext } from './import.unit.ts';
import type { Writes } from './import.writes.ts';

const columnsOf = {
  firstName: ['first_name'],
  lastName: ['last_name'],
  emailAddress: ['email_address'],
  phoneNumber: ['phone_number'],
  dateOfBirth: ['date_of_birth'],
  language: ['language'],
} as const;

// Accounts that have no PIN of their own go by the customer's.
const updateAccountPins = `
  update account a set pin_sealed = $2, pin_key_id = $3, version = version + 1
  from import_record r
  where a.customer_id = $1 and r.record_type = 'account' and r.record_key = a.account_number
    and r.content ->> 'pin' is null`;

/** Writes what the file says of the customer itself; gives its id. */
export function writeCustomer(unit: CustomerUnit, context: ImportContext, writes: Writes): string {
  const id = unit.known?.id ?? uuidv7();
  const { customer } = unit;
  if (!customer) return id;
  const row = rowOf(customer.now);
  if (!unit.known) writes.insert('customer', { id, customer_number: unit.number, ...row });
  else updateCustomer(unit.known.id, unit, context, writes);
  remember('customer', customer, context, writes);
  return id;
}

function updateCustomer(id: string, unit: CustomerUnit, context: ImportContext, writes: Writes): void {
  if (!unit.customer) return;
  const { before, now, key } = unit.customer;
  const fields = changedFields(before, now, {
    pin: isSameSecret(context.secrets, pinPurpose, `customer:${key}`),
  });
  writes.update('customer', changedColumns(fields, columnsOf, rowOf(now)), { id }, 'version');
  if (fields.has('pin')) {
    const { pin_sealed, pin_key_id } = pinColumns(now.pin);
    writes.first(updateAccountPins, [id, pin_sealed, pin_key_id]);
  }
}

/** A sealed PIN as an account keeps it. */
export function pinColumns(pin: SealedField | null) {
  return { pin_sealed: pin && Buffer.from(pin.sealed, 'base64'), pin_key_id: pin?.keyId ?? null };
}

function rowOf(now: Content<'customer'>) {
  return {
    first_name: now.firstName,
    last_name: now.lastName,
    email_address: now.emailAddress,
    phone_number: now.phoneNumber,
    date_of_birth: now.dateOfBirth,
    language: now.language,
  };
}
