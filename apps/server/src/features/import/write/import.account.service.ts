import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { LineRefusal } from '../parse/import.parse.rules.ts';
import { instantOf } from '../parse/import.values.rules.ts';
import { type Change, changedPart, ofType } from '../plan/import.changes.rules.ts';
import { historyOf } from '../plan/import.history.rules.ts';
import { recordName } from '../plan/import.known.repository.ts';
import { checkAccount } from '../plan/import.references.rules.ts';
import { refuseWhatDoesNotAddUp } from '../plan/import.sums.rules.ts';
import { type AccountUnit, type CustomerUnit, without } from '../plan/import.units.rules.ts';
import type { AccountScope, ImportRun } from './import.columns.rules.ts';
import { writeHistory } from './import.history.service.ts';
import {
  accountMapping,
  addressMapping,
  appointmentMapping,
  customerMapping,
  discountMapping,
  methodMapping,
  pinColumns,
} from './import.mapping.rules.ts';
import { auditImport, saveEntries, saveRecord } from './import.record.service.ts';
import type { Writes } from './import.writes.repository.ts';

/** Checks what the file says of one customer and writes what may be written. */
export function writeUnit(unit: CustomerUnit, writes: Writes, run: ImportRun): LineRefusal[] {
  const customerId = writeCustomer(unit, writes, run.actor);
  return unit.accounts.flatMap((account) => {
    const checked = checkAccount(account, unit, run.planPrices);
    const { history, refusals } = refuseWhatDoesNotAddUp(historyOf(checked.unit, run.timeZone));
    const good = without(checked.unit, refusals);
    if (good.known || ofType('account', good.lines).length > 0) {
      const scope = scopeOf(good, unit, { ...run, writes, customerId });
      writeAccount(good, scope);
      if (good.lines.some(({ type }) => type === 'invoice' || type === 'payment'))
        writeHistory(history, good.known, scope);
    }
    return [...checked.refusals, ...refusals];
  });
}

/** Writes the customer itself; returns its id. */
function writeCustomer({ customer, known }: CustomerUnit, writes: Writes, actor: string): string {
  const id = known?.id ?? uuidv7();
  if (!customer) return id;
  if (known) {
    // Accounts show their customer: pages that loaded one of them are out of date.
    writes.first(sql`update account set version = version + 1 where customer_id = ${id}`);
    const detail = JSON.stringify({ fields: [...customer.fields] });
    writes.first(sql`
      insert into audit_entry (account_id, at, actor, action, detail)
      select id, ${writes.now}, ${actor}, 'import.account-changed', ${detail}::jsonb
      from account where customer_id = ${id}`);
  }
  saveRecord(customerMapping, customer, { isNew: !known, key: { id } }, { writes });
  if (known && customer.fields.has('pin')) {
    // Accounts without their own PIN take the customer's.
    const pin = pinColumns(customer.now.pin);
    writes.first(sql`
      update account a set pin_sealed = ${pin.pin_sealed}, pin_key_id = ${pin.pin_key_id}
      from import_record r
      where a.customer_id = ${id} and r.account_id = a.id and r.record_type = 'account' and r.record_key = a.account_number
        and r.content ->> 'pin' is null`);
  }
  return id;
}

function scopeOf(
  { number, known, lines }: AccountUnit,
  owner: CustomerUnit,
  run: ImportRun & Pick<AccountScope, 'writes' | 'customerId'>,
): AccountScope {
  const [account] = ofType('account', lines);
  return {
    ...run,
    customerPin: owner.customer ? owner.customer.now.pin : (owner.known?.pin ?? null),
    accountId: known?.id ?? uuidv7(),
    isNew: known === undefined,
    methods: new Map(known?.methods.map((method) => [method.externalId, method])),
    corrections: known?.corrections ?? [],
    // What the database has, with what the file changes.
    billTo: {
      firstName: '',
      lastName: '',
      language: 'en',
      businessName: null,
      addresses: [],
      ...owner.known,
      ...known,
      ...(owner.customer && changedPart(owner.customer)),
      ...(account && changedPart(account)),
      accountNumber: number,
    },
  };
}

/** Writes what the file says of an account, except its bills and payments. */
function writeAccount({ lines, owners }: AccountUnit, scope: AccountScope): void {
  const { accountId, isNew } = scope;
  const accounts = ofType('account', lines);
  for (const account of accounts) {
    const { fields } = account;
    saveRecord(accountMapping, account, { isNew, key: { id: accountId } }, scope);
    // An account shows its addresses: pages that loaded it are out of date.
    if (!isNew && [...fields].every((name) => name === 'addresses')) {
      scope.writes.first(sql`update account set version = version + 1 where id = ${accountId}`);
    }
    if (!isNew) auditImport('import.account-changed', { fields: [...fields] }, scope);
    const entries = { owner: { account_id: accountId }, isNew };
    saveEntries(account, 'addresses', { name: 'addressType', mapping: addressMapping, ...entries }, scope);
    saveEntries(account, 'discounts', { name: 'discountType', mapping: discountMapping, ...entries }, scope);
  }
  for (const change of ofType('paymentMethod', lines)) writeMethod(change, scope);
  for (const account of accounts) writeAutopay(account, scope);
  for (const change of ofType('appointment', lines)) {
    const known = owners.get(recordName(change));
    const key = { account_id: accountId, id: known?.id ?? uuidv7() };
    saveRecord(appointmentMapping, change, { isNew: !known, key }, scope);
  }
}

/** Writes a saved method and adds it to the account's. */
function writeMethod(change: Change<'paymentMethod'>, scope: AccountScope): void {
  const { key: externalId, now, fields } = change;
  const { accountId, methods, writes } = scope;
  const known = methods.get(externalId);
  const id = known?.id ?? uuidv7();
  // One default at a time: the new one replaces the old one.
  if (now.isDefault && now.validTo === null && fields.has('isDefault') && !scope.isNew)
    writes.first(
      sql`update payment_method set is_default = false where account_id = ${accountId} and is_default`,
    );
  const columns = known ? {} : { created_at: scope.now };
  saveRecord(methodMapping, change, { isNew: !known, key: { account_id: accountId, id }, columns }, scope);
  methods.set(externalId, { id, ...now });
}

/** Turns autopay on or off when the file says something new about it. */
function writeAutopay({ fields, now: { autopay } }: Change<'account'>, scope: AccountScope): void {
  if (!fields.has('autopay')) return;
  const { accountId, isNew, methods, writes } = scope;
  const methodId = (autopay && methods.get(autopay.methodExternalId)?.id) ?? null;
  if (!isNew)
    writes.first(sql`
      update autopay_enrollment set ended_at = ${scope.now}
      where account_id = ${accountId} and ended_at is null and payment_method_id is distinct from ${methodId}`);
  if (!autopay || methodId === null) return;
  const enrolledAt = instantOf(autopay.since, '00:00', scope.timeZone);
  const row = { account_id: accountId, payment_method_id: methodId, enrolled_at: enrolledAt };
  if (isNew) writes.insert('autopay_enrollment', row);
  else
    writes.last(sql`
      insert into autopay_enrollment (account_id, payment_method_id, enrolled_at)
      values (${accountId}, ${methodId}, ${enrolledAt})
      on conflict (account_id) where ended_at is null do nothing`);
}
