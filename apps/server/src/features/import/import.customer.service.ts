import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { writeAccount } from './import.account.service.ts';
import { historyOf } from './import.account-history.rules.ts';
import { changedPart, ofType } from './import.changes.rules.ts';
import { checkAccount } from './import.customer.rules.ts';
import { refuseWhatDoesNotAddUp } from './import.history.rules.ts';
import { writeHistory } from './import.history.service.ts';
import { customerMapping, pinColumns } from './import.mapping.rules.ts';
import type { LineRefusal } from './import.parse.rules.ts';
import { saveRecord } from './import.record.service.ts';
import {
  type AccountScope,
  type AccountUnit,
  type BatchContext,
  type CustomerUnit,
  without,
} from './import.unit.rules.ts';

/** Checks what the file says of one customer and writes what may be written. */
export function writeUnit(unit: CustomerUnit, context: BatchContext): LineRefusal[] {
  const customerId = writeCustomer(unit, context);
  return unit.accounts.flatMap((account) => {
    const checked = checkAccount(account, unit, context);
    const after = historyOf(checked.unit, context.timeZone);
    const { history, refusals } = refuseWhatDoesNotAddUp(after.history);
    const wrong = [...after.refusals, ...refusals];
    const good = without(checked.unit, wrong);
    if (good.known || ofType('account', good.lines).length > 0) {
      const scope = scopeOf(good, unit, customerId, context);
      writeAccount(good, scope);
      if (good.lines.some(({ type }) => type === 'invoice' || type === 'payment'))
        writeHistory(history, good.known, scope);
    }
    return [...checked.refusals, ...wrong];
  });
}

/** Writes the customer itself; returns its id. */
function writeCustomer({ customer, known }: CustomerUnit, context: BatchContext): string {
  const id = known?.id ?? uuidv7();
  if (!customer) return id;
  if (known) {
    // Accounts show their customer: pages that loaded one of them are out of date.
    context.writes.first(sql`update account set version = version + 1 where customer_id = ${id}`);
    const detail = JSON.stringify({ fields: [...customer.fields] });
    context.writes.first(sql`
      insert into audit_entry (account_id, at, actor, action, detail)
      select id, ${context.now}, 'operator:import', 'import.account-changed', ${detail}::jsonb
      from account where customer_id = ${id}`);
  }
  saveRecord(customerMapping, customer, { isNew: !known, key: { id } }, context);
  if (known && customer.fields.has('pin')) {
    // Accounts that have no PIN of their own take the customer's.
    const pin = pinColumns(customer.now.pin);
    context.writes.first(sql`
      update account a set pin_sealed = ${pin.pin_sealed}, pin_key_id = ${pin.pin_key_id}
      from import_record r
      where a.customer_id = ${id} and r.record_type = 'account' and r.record_key = a.account_number
        and r.content ->> 'pin' is null`);
  }
  return id;
}

function scopeOf(
  { number, known, lines }: AccountUnit,
  owner: CustomerUnit,
  customerId: string,
  context: BatchContext,
): AccountScope {
  const [account] = ofType('account', lines);
  return {
    ...context,
    customerId,
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
