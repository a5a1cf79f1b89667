import { v7 as uuidv7 } from 'uuid';
import type { Change } from './import.changes.rules.ts';
import { changedEntries } from './import.changes.rules.ts';
import { appointmentMapping, type MethodSnapshot } from './import.history-mapping.rules.ts';
import {
  type AccountContext,
  accountMapping,
  addressMapping,
  autopayMapping,
  columnsOf,
  discountMapping,
  methodMapping,
  type Row,
} from './import.mapping.rules.ts';
import { auditImport, rememberRecord } from './import.record.service.ts';
import type { WriteContext } from './import.unit.rules.ts';
import { statements } from './import.writes.repository.ts';

/** The account's own id, and whether this import adds it. */
export interface AccountId {
  readonly id: string;
  readonly isNew: boolean;
}

/** Writes what the file says of an account: itself, its addresses and discounts. */
export function writeAccount(
  account: Change<'account'>,
  { id, isNew }: AccountId,
  holder: AccountContext,
  context: WriteContext,
): void {
  const { now, fields } = account;
  if (isNew) context.writes.insert('account', { id, ...columnsOf(accountMapping, now, holder) });
  else {
    context.writes.update('account', columnsOf(accountMapping, now, holder, fields), { id });
    if (fields.size > 0) auditImport(id, 'import.account-changed', { fields: [...fields] }, context);
  }
  writeAddresses(account, { id, isNew }, context);
  writeDiscounts(account, { id, isNew }, context);
  rememberRecord(account, context);
}

function writeAddresses(
  account: Change<'account'>,
  { id, isNew }: AccountId,
  { writes }: WriteContext,
): void {
  const { written, removed } = changedEntries(account, 'addresses', 'addressType');
  for (const address_type of removed) writes.remove('address', { account_id: id, address_type });
  for (const address of written) {
    const row = { account_id: id, ...columnsOf(addressMapping, address, null) };
    if (isNew) writes.insert('address', row);
    else writes.upsert('address', row, ['account_id', 'address_type']);
  }
}

function writeDiscounts(
  account: Change<'account'>,
  { id, isNew }: AccountId,
  { writes }: WriteContext,
): void {
  const { written, removed } = changedEntries(account, 'discounts', 'discountType');
  for (const discount_type of removed) writes.remove('discount', { account_id: id, discount_type });
  for (const discount of written) {
    const row = { account_id: id, ...columnsOf(discountMapping, discount, null) };
    if (isNew) writes.insert('discount', row);
    else writes.upsert('discount', row, ['account_id', 'discount_type']);
  }
}

/** Writes a saved method; returns what payments remember of it. */
export function writeMethod(
  change: Change<'paymentMethod'>,
  known: MethodSnapshot | undefined,
  account: AccountId,
  context: WriteContext,
): MethodSnapshot {
  const { now, fields } = change;
  const { writes, timeZone } = context;
  const owner = { accountId: account.id, timeZone };
  const id = known?.id ?? uuidv7();
  // One default at a time: the new one replaces the old one.
  if (now.isDefault && now.validTo === null && fields.has('isDefault') && !account.isNew)
    writes.first(
      statements
        .updateTable('payment_method')
        .set({ is_default: false })
        .where('account_id', '=', account.id)
        .where('is_default', '=', true),
    );
  if (known)
    writes.update('payment_method', columnsOf(methodMapping, now, owner, fields), {
      account_id: account.id,
      id,
    });
  else
    writes.insert('payment_method', { id, created_at: context.now, ...columnsOf(methodMapping, now, owner) });
  rememberRecord(change, context);
  const { methodType, processor, cardType, nickname, lastFour } = now;
  return { id, methodType, processor, cardType, nickname, lastFour };
}

/** Turns autopay on or off when the file says something new about it. */
export function writeAutopay(
  { fields, now: { autopay } }: Change<'account'>,
  account: AccountId,
  methods: ReadonlyMap<string, MethodSnapshot>,
  { writes, now, timeZone }: WriteContext,
): void {
  if (!fields.has('autopay')) return;
  const methodId = (autopay && methods.get(autopay.methodExternalId)?.id) ?? null;
  if (!account.isNew)
    writes.first(
      statements
        .updateTable('autopay_enrollment')
        .set({ ended_at: now })
        .where('account_id', '=', account.id)
        .where('ended_at', 'is', null)
        .where('payment_method_id', 'is distinct from', methodId),
    );
  if (!autopay || methodId === null) return;
  const enrollment = columnsOf(autopayMapping, autopay, { accountId: account.id, timeZone, methodId });
  if (account.isNew) writes.insert('autopay_enrollment', enrollment);
  else
    writes.last(
      statements
        .insertInto('autopay_enrollment')
        .values(enrollment as Row<'autopay_enrollment'>)
        .onConflict((conflict) => conflict.column('account_id').where('ended_at', 'is', null).doNothing()),
    );
}

/** Writes a technician's visit; `knownId` is its id when it is there already. */
export function writeAppointment(
  change: Change<'appointment'>,
  accountId: string,
  knownId: string | undefined,
  context: WriteContext,
): void {
  const { now, fields } = change;
  const owner = { accountId, timeZone: context.timeZone };
  if (knownId === undefined)
    context.writes.insert('appointment', { id: uuidv7(), ...columnsOf(appointmentMapping, now, owner) });
  else {
    const set = columnsOf(appointmentMapping, now, owner, fields);
    context.writes.update('appointment', set, { account_id: accountId, id: knownId });
  }
  rememberRecord(change, context);
}
