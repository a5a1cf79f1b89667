import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type Change, ofType } from './import.changes.rules.ts';
import { appointmentMapping } from './import.history-mapping.rules.ts';
import {
  accountMapping,
  addressMapping,
  autopayMapping,
  columnsOf,
  discountMapping,
  methodMapping,
} from './import.mapping.rules.ts';
import { auditImport, saveEntries, saveRecord } from './import.record.service.ts';
import { recordName } from './import.repository.ts';
import type { AccountScope, AccountUnit } from './import.unit.rules.ts';

/** Writes what the file says of an account, except its bills and payments. */
export function writeAccount({ lines }: AccountUnit, scope: AccountScope): void {
  const { accountId, isNew, owners } = scope;
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
  const { methodType, processor, cardType, nickname, lastFour } = now;
  methods.set(externalId, { id, methodType, processor, cardType, nickname, lastFour });
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
  const row = columnsOf(autopayMapping, autopay, { ...scope, methodId });
  if (isNew) writes.insert('autopay_enrollment', row);
  else
    writes.last(sql`
      insert into autopay_enrollment (account_id, payment_method_id, enrolled_at)
      values (${row.account_id}, ${row.payment_method_id}, ${row.enrolled_at})
      on conflict (account_id) where ended_at is null do nothing`);
}
