import { sql } from 'kysely';
import {
  deleteLookup,
  findAccountId,
  findByNumber,
  insertLookup,
  keyOf,
} from '../../platform/database/account-lookup.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { RowOf } from '../../platform/database/tables.ts';
import { lockAccount } from '../accounts/account-lock.repository.ts';

/** Which agreement a notice is about: an enrollment in autopay, or a planned payment. */
export interface NoticeKey {
  readonly accountId: string;
  readonly agreementId: string;
}

/** An agreement that is held, by its notice. */
export interface HeldAgreement extends NoticeKey {
  readonly kind: RowOf<'charge_notice'>['kind'];
  readonly createdAt: Date;
  readonly noticeDays: number;
}

const columns = [
  'account_id as accountId',
  'agreement_id as agreementId',
  'kind',
  'created_at as createdAt',
  'notice_days as noticeDays',
] as const;

/** Stores a notice for each agreement that is open. One from an earlier restore begins anew, and its link ends. */
export async function insertNotices(
  trx: Trx,
  { at, noticeDays }: { readonly at: Date; readonly noticeDays: number },
): Promise<void> {
  await sql`
    with notice as (
    insert into charge_notice as n (account_id, agreement_id, kind, planned_for, created_at, notice_days)
    select distinct on (account_id, id) account_id, id, kind, planned_for, ${at}::timestamptz, ${noticeDays}::int from (
      select account_id, id, 'autopay' as kind, null::date as planned_for from autopay_enrollment where ended_at is null
      union all
      select account_id, id, 'planned', planned_for from payment where state = 'PLANNED'
    ) agreement
    on conflict (account_id, agreement_id) do update set created_at = excluded.created_at,
      notice_days = excluded.notice_days, announced_at = null, mail_ids = '{}', token_hash = null,
      charge_from = null
    returning old.token_hash)
    delete from account_lookup l using notice
    where l.kind = 'chargeNotice' and l.key = encode(notice.token_hash, 'hex')`.execute(trx);
}

/** Moves planned payments to the first day on which their notices allow a charge, if they are told today. */
export async function postponePlans(trx: Trx, today: string): Promise<void> {
  await sql`
    update payment p set planned_for = d.day
    from charge_notice n
    cross join lateral (
      select greatest(n.planned_for, coalesce(n.charge_from, ${today}::date + n.notice_days)) as day) d
    where n.kind = 'planned' and p.account_id = n.account_id and p.id = n.agreement_id and p.state = 'PLANNED'
      and p.planned_for <> d.day`.execute(trx);
}

/** Returns whether somebody has not been told yet. */
export async function hasUntold(db: Database): Promise<boolean> {
  const query = db.selectFrom('charge_notice').select('account_id').where('charge_from', 'is', null).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Lets agreements be charged some days after the mail server accepted one of their mails. */
export async function recordTold(trx: Trx, timeZone: string): Promise<void> {
  await sql`
    update charge_notice n set charge_from = (o.sent_at at time zone ${timeZone})::date + n.notice_days
    from outbox o
    where n.charge_from is null and o.id = any(n.mail_ids) and o.state = 'SENT'`.execute(trx);
}

/** Locks the account of a number and returns its id; undefined if there is none. */
export async function lockAccountOf(trx: Trx, accountNumber: string): Promise<string | undefined> {
  const accountId = await findAccountId(trx, accountNumber);
  if (accountId !== undefined) await lockAccount(trx, accountId);
  return accountId;
}

/** Lets the agreements of an account whose customer could not be told be charged from a day. Returns how many. */
export async function confirmNotices(trx: Trx, accountId: string, day: string): Promise<number> {
  const mails = await trx
    .selectFrom('charge_notice as n')
    .innerJoin('outbox as o', (join) => join.on(sql<boolean>`o.id = any(n.mail_ids)`))
    .select('o.id')
    .where('n.account_id', '=', accountId)
    .where('o.state', '<>', 'DEAD')
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('charge_notice')
    .set({ charge_from: day })
    .where('account_id', '=', accountId)
    .where('announced_at', 'is not', null)
    .where('charge_from', 'is', null)
    .where(sql<boolean>`not mail_ids && ${mails.map(({ id }) => id)}::uuid[]`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** An agreement that its customer has ended, or that was charged, needs no notice. */
export const isOpen = sql<boolean>`(
  exists (select 1 from autopay_enrollment e
    where e.account_id = n.account_id and e.id = n.agreement_id and e.ended_at is null)
  or exists (select 1 from payment p where p.account_id = n.account_id and p.id = n.agreement_id and p.state = 'PLANNED'))`;

/**
 * Returns notices to announce, in the order of accounts and agreements: of every planned payment, and of autopay where
 * something is due until a day.
 */
export async function listNoticesToSend(
  db: Database,
  { after, until, limit }: { readonly after: NoticeKey; readonly until: string; readonly limit: number },
): Promise<HeldAgreement[]> {
  const { accountId, agreementId } = after;
  return await db
    .selectFrom('charge_notice as n')
    .select(columns)
    .where('n.charge_from', 'is', null)
    .where('n.announced_at', 'is', null)
    .where(sql<boolean>`(n.account_id, n.agreement_id) > (${accountId}::uuid, ${agreementId}::uuid)`)
    .where(isOpen)
    .where(
      sql<boolean>`(n.kind = 'planned'
        or exists (select 1 from invoice i where i.account_id = n.account_id and i.open_cents > 0
          and i.voided_at is null and i.due_on <= ${until})
        or exists (select 1 from opening_balance o where o.account_id = n.account_id and o.open_cents > 0
          and o.due_on <= ${until}))`,
    )
    .orderBy('n.account_id')
    .orderBy('n.agreement_id')
    .limit(limit)
    .execute();
}

/** Locks the account of a notice. Returns false if another server has announced it. */
export async function lockNotice(trx: Trx, { accountId, agreementId }: NoticeKey): Promise<boolean> {
  await lockAccount(trx, accountId);
  const row = await trx
    .selectFrom('charge_notice')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('agreement_id', '=', agreementId)
    .where('announced_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores that a notice was announced, with its mails, and the hash of the link's token. */
export async function markAnnounced(
  trx: Trx,
  { accountId, agreementId }: NoticeKey,
  { at, mailIds, tokenHash }: { readonly at: Date; readonly mailIds: string[]; readonly tokenHash: Buffer },
): Promise<void> {
  await insertLookup(trx, { kind: 'chargeNotice', key: keyOf(tokenHash), account_id: accountId });
  await trx
    .updateTable('charge_notice')
    .set({ announced_at: at, mail_ids: mailIds, token_hash: tokenHash })
    .where('account_id', '=', accountId)
    .where('agreement_id', '=', agreementId)
    .execute();
}

/** Returns the notice of a link by the hash of its token; undefined if there is none, or the charge was stopped. */
export async function findNotice(db: Database, tokenHash: Buffer): Promise<HeldAgreement | undefined> {
  return await findByNumber(db, 'chargeNotice', keyOf(tokenHash), (accountId) =>
    db
      .selectFrom('charge_notice')
      .select(columns)
      .where('account_id', '=', accountId)
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst(),
  );
}

/** Ends the link of a locked account's notice: its charge was stopped. */
export async function endLink(
  trx: Trx,
  { accountId, agreementId }: NoticeKey,
  tokenHash: Buffer,
): Promise<void> {
  await deleteLookup(trx, 'chargeNotice', keyOf(tokenHash));
  await trx
    .updateTable('charge_notice')
    .set({ token_hash: null })
    .where('account_id', '=', accountId)
    .where('agreement_id', '=', agreementId)
    .execute();
}

/** Returns the last four characters of an account's number. */
export async function getAccountEnding(db: Database, accountId: string): Promise<string> {
  const row = await db
    .selectFrom('account')
    .select('account_number')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.account_number.slice(-4);
}
