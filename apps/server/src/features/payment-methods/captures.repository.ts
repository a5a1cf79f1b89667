import type { ProcessorName } from '@myaccount/contract/processors';
import { sql } from 'kysely';
import type { Capture } from '../../gateways/capture.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { DatabaseTime } from '../../platform/database/database-time.ts';
import type { SealedValue } from '../../platform/secrets.ts';

/** A ticket or uid of one login, by its hash. */
export interface CaptureKey {
  readonly loginId: string;
  readonly hash: Buffer;
  readonly processor: ProcessorName;
}

/** What a service answered about a ticket or uid. */
export interface CaptureAnswer {
  readonly code: string;
  readonly verbiage: string | null;
  /** Null if the service refused it. */
  readonly method: CapturedMethod | null;
}

/** A card or bank account that a frame captured. */
export interface CapturedMethod extends Omit<Capture, 'token'> {
  readonly token: SealedValue;
}

/** A ticket or uid that a login named. Its id is the handle for saving. */
export interface StoredCapture {
  readonly id: string;
  /** Null until the service answered. */
  readonly answer: CaptureAnswer | null;
  readonly answeredAt: Date | null;
  /** What it was saved as; null before. */
  readonly savedAs: { readonly accountId: string; readonly methodId: string } | null;
}

/** A server that asks the service has this long; then another may ask. */
const claimSeconds = 60;

/**
 * Claims a ticket for one server to ask about. False if it belongs to another login, is answered, or is claimed. Tickets
 * of all logins have one index, so that only the first login to name one can have it.
 */
export async function claimTicket(db: Database, key: CaptureKey, time: DatabaseTime): Promise<boolean> {
  const { rows } = await sql`
    insert into captured_method as c (login_id, capture_hash, processor, opened_at, claimed_at)
    values (${key.loginId}, ${key.hash}, ${key.processor}, ${time()}, ${time()})
    on conflict (capture_hash) do update set claimed_at = ${time()}
    where c.login_id = ${key.loginId} and c.processor = ${key.processor} and c.answered_at is null
      and (c.claimed_at is null or c.claimed_at < ${time()} - make_interval(secs => ${claimSeconds}))
    returning c.id`.execute(db);
  return rows.length > 0;
}

/** Gives a ticket or uid up: the service does not know it, or could not be asked. False if another call did. */
export async function deleteUnanswered(db: Database | Trx, key: CaptureKey): Promise<boolean> {
  const deleted = await db
    .deleteFrom('captured_method')
    .where('login_id', '=', key.loginId)
    .where('capture_hash', '=', key.hash)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Stores the uid of a form that a login opened. */
export async function insertOpenedForm(
  db: Database | Trx,
  key: CaptureKey,
  time: DatabaseTime,
): Promise<void> {
  await db
    .insertInto('captured_method')
    .values({
      login_id: key.loginId,
      capture_hash: key.hash,
      processor: key.processor,
      opened_at: time(),
    })
    .execute();
}

/** Stores the service's answer. False if another call stored one first. */
export async function storeAnswer(
  db: Database | Trx,
  key: CaptureKey,
  { code, verbiage, method }: CaptureAnswer,
  time: DatabaseTime,
): Promise<boolean> {
  const stored = await db
    .updateTable('captured_method')
    .set({
      answered_at: time(),
      code,
      verbiage,
      card_type: method?.cardType ?? null,
      last_four: method?.lastFour ?? null,
      expires_on: method?.expiresOn ?? null,
      token_sealed: method?.token.bytes ?? null,
      token_key_id: method?.token.keyId ?? null,
    })
    .where('login_id', '=', key.loginId)
    .where('capture_hash', '=', key.hash)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Returns a login's ticket or uid; undefined if the login has none with this hash. */
export async function findCapture(db: Database, key: CaptureKey): Promise<StoredCapture | undefined> {
  const row = await capturesOf(db, key.loginId)
    .where('capture_hash', '=', key.hash)
    .where('processor', '=', key.processor)
    .executeTakeFirst();
  return row && captureOf(row);
}

/** A captured method of a login, as its page names it. */
export interface CaptureHandle {
  readonly loginId: string;
  readonly id: string;
  readonly processor: ProcessorName;
}

/** Returns a captured method by its handle. Undefined if there is none. */
export async function findCaptured(db: Database, handle: CaptureHandle): Promise<StoredCapture | undefined> {
  const row = await capturesByHandle(db, handle).executeTakeFirst();
  return row && captureOf(row);
}

/** Locks a captured method by its handle. Undefined if there is none. */
export async function lockCapture(trx: Trx, handle: CaptureHandle): Promise<StoredCapture | undefined> {
  const row = await capturesByHandle(trx, handle).forUpdate().executeTakeFirst();
  return row && captureOf(row);
}

function capturesByHandle(db: Database | Trx, { loginId, id, processor }: CaptureHandle) {
  return capturesOf(db, loginId).where('id', '=', id).where('processor', '=', processor);
}

/** Marks a captured method as saved. */
export async function markSaved(
  trx: Trx,
  handle: { readonly loginId: string; readonly id: string },
  { accountId, methodId }: { readonly accountId: string; readonly methodId: string },
): Promise<void> {
  await trx
    .updateTable('captured_method')
    .set({ account_id: accountId, payment_method_id: methodId })
    .where('login_id', '=', handle.loginId)
    .where('id', '=', handle.id)
    .execute();
}

/** Uses a frame's sequence for a login; false if it used it before. */
export async function useSequence(
  trx: Trx,
  loginId: string,
  sequence: string,
  time: DatabaseTime,
): Promise<boolean> {
  const row = await trx
    .insertInto('frame_sequence')
    .values({ login_id: loginId, sequence, signed_at: time() })
    .onConflict((conflict) => conflict.columns(['login_id', 'sequence']).doNothing())
    .returning('sequence')
    .executeTakeFirst();
  return row !== undefined;
}

function capturesOf(db: Database | Trx, loginId: string) {
  return db
    .selectFrom('captured_method')
    .select(['id', 'answered_at', 'code', 'verbiage', 'card_type', 'last_four', 'expires_on'])
    .select(['token_sealed', 'token_key_id', 'account_id', 'payment_method_id'])
    .where('login_id', '=', loginId);
}

type CaptureRow = Awaited<ReturnType<ReturnType<typeof capturesOf>['executeTakeFirstOrThrow']>>;

function captureOf(row: CaptureRow): StoredCapture {
  const { account_id: accountId, payment_method_id: methodId, answered_at: answeredAt } = row;
  return {
    id: row.id,
    answeredAt,
    answer: answeredAt && { code: row.code ?? '', verbiage: row.verbiage, method: methodOf(row) },
    savedAs: accountId === null || methodId === null ? null : { accountId, methodId },
  };
}

function methodOf(row: CaptureRow): CapturedMethod | null {
  const { token_sealed: bytes, token_key_id: keyId, card_type: cardType, last_four: lastFour } = row;
  if (bytes === null || keyId === null || cardType === null || lastFour === null) return null;
  return { cardType, lastFour, expiresOn: row.expires_on, token: { bytes, keyId } };
}
