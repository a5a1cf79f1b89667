import { v7 as uuidv7 } from 'uuid';
import { tokenPurpose } from '../payment-methods/payment-methods.service.ts';
import type { AccountId } from './import.accounts.ts';
import { changedColumns, changedFields } from './import.changes.ts';
import { beginsAt } from './import.days.ts';
import type { KnownMethod } from './import.known.ts';
import type { Content } from './import.parse.ts';
import { remember } from './import.remember.ts';
import { isSameSecret } from './import.secrets.ts';
import type { Change, ImportContext } from './import.unit.ts';
import type { Writes } from './import.writes.ts';

/** A saved method as payments remember it. */
export type MethodLook = Omit<KnownMethod, 'accountId' | 'externalId'>;

const columnsOf = {
  methodType: ['method_type'],
  processor: ['processor'],
  cardType: ['card_type'],
  nickname: ['nickname'],
  lastFour: ['last_four'],
  expirationDate: ['expires_on'],
  accountHolderName: ['account_holder_name'],
  token: ['token_sealed', 'token_key_id'],
  isDefault: ['is_default'],
  validTo: ['valid_to'],
} as const satisfies Partial<
  Record<keyof Content<'paymentMethod'>, readonly (keyof ReturnType<typeof rowOf>)[]>
>;

/** Writes a saved method; gives what payments remember of it. */
export function writeMethod(
  change: Change<'paymentMethod'>,
  known: KnownMethod | undefined,
  account: AccountId,
  { context, writes }: { context: ImportContext; writes: Writes },
): MethodLook {
  const { now, before, key } = change;
  const row = rowOf(now, context);
  const id = known?.id ?? uuidv7();
  const fields = changedFields(before, now, { token: isSameSecret(context.secrets, tokenPurpose, key) });
  // One default at a time: the new one takes the place of the old.
  if (now.isDefault && now.validTo === null && fields.has('isDefault') && !account.isNew)
    writes.first('update payment_method set is_default = false where account_id = $1 and is_default', [
      account.id,
    ]);
  if (known) {
    const set = changedColumns(fields, columnsOf, row);
    writes.update('payment_method', set, { account_id: account.id, id });
  } else
    writes.insert('payment_method', {
      account_id: account.id,
      id,
      external_id: key,
      created_at: context.now,
      ...row,
    });
  remember('paymentMethod', change, context, writes);
  return { id, ...lookOf(now) };
}

function lookOf({ methodType, processor, cardType, nickname, lastFour }: Content<'paymentMethod'>) {
  return { methodType, processor, cardType, nickname, lastFour };
}

function rowOf(now: Content<'paymentMethod'>, context: ImportContext) {
  return {
    method_type: now.methodType,
    processor: now.processor,
    card_type: now.cardType,
    nickname: now.nickname,
    last_four: now.lastFour,
    expires_on: now.expirationDate === null ? null : lastDayOf(now.expirationDate),
    account_holder_name: now.accountHolderName,
    token_sealed: Buffer.from(now.token.sealed, 'base64'),
    token_key_id: now.token.keyId,
    is_default: now.isDefault,
    valid_to: now.validTo === null ? null : beginsAt(now.validTo, context.timeZone),
  };
}

/** Last day of a card's month, `MM/YYYY`. */
function lastDayOf(expirationDate: string): string {
  const [month = 1, year = 1970] = expirationDate.split('/').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

const endAutopay = `update autopay_enrollment set ended_at = $2
  where account_id = $1 and ended_at is null and payment_method_id is distinct from $3`;
const beginAutopay = `insert into autopay_enrollment (account_id, payment_method_id, enrolled_at) select $1, $2, $3
  where not exists (select from autopay_enrollment where account_id = $1 and ended_at is null)`;

/** Turns autopay on or off where the file says so anew; `methodId` is the method that it names. */
export function writeAutopay(
  { before, now }: Change<'account'>,
  account: AccountId,
  methodId: string | null,
  { context, writes }: { context: ImportContext; writes: Writes },
): void {
  if (!changedFields(before, now).has('autopay')) return;
  const enrolledAt = now.autopay && beginsAt(now.autopay.since, context.timeZone);
  if (account.isNew) {
    if (methodId && enrolledAt)
      writes.insert('autopay_enrollment', {
        account_id: account.id,
        payment_method_id: methodId,
        enrolled_at: enrolledAt,
      });
    return;
  }
  writes.first(endAutopay, [account.id, context.now, methodId]);
  if (methodId) writes.last(beginAutopay, [account.id, methodId, enrolledAt]);
}
