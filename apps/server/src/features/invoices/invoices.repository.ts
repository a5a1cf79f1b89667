import { billKinds, type InvoiceKind } from '@myaccount/contract/invoices';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import type { Reads } from '../../platform/database/pipeline/pipeline.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { liveSession, liveSessionValues, type SessionMoment } from '../../platform/live-session.ts';
import type { AsIssued } from './as-issued.rules.ts';
import type { Invoice, ListedInvoice } from './invoices.rules.ts';

/** A page of invoices together with the session that asked. */
export interface InvoicePage {
  /** Whether the session’s use is to be written down. */
  readonly isStale: boolean;
  /** Null where the account is none of the caller’s. */
  readonly totalCount: number | null;
  readonly invoices: readonly ListedInvoice[];
}

interface PageRow {
  is_stale: boolean;
  is_own: boolean;
  /** Of the whole account; null like the rest of the row where the page has no invoice. */
  total: number;
  id: string | null;
  invoice_number: string;
  issued_on: string;
  due_on: string;
  paid_on: string | null;
  amount_cents: number;
  open_cents: number;
  kind: InvoiceKind;
  reversed_on: string | null;
}

/** What customers see of a table by its name: what billing reversed stays, and what was voided here is gone. */
const isShown = (table: 'invoice' | 'i' | 'b') =>
  `(${table}.voided_at is null or ${table}.reversed_on is not null)`;
const isShownAs = (alias: 'i' | 'b') => sql.raw<boolean>(isShown(alias));

/** One text that never changes, so that neither we nor PostgreSQL have to make it again for a call this frequent. */
const invoicePage = `
  select live.is_stale, own.account_id is not null as is_own, page.*
  from (${liveSession}) live
  left join login_account own on own.login_id = live.login_id and own.account_id = $5
  left join lateral (
    select id, invoice_number, issued_on, due_on, paid_on, amount_cents, open_cents, kind, reversed_on,
      count(*) over ()::int as total
    from invoice where account_id = $5 and own.account_id is not null and ${isShown('invoice')}
    order by issued_on desc, id desc limit $6 offset $7
  ) page on true
  order by page.issued_on desc, page.id desc`;

/**
 * A page of an account’s invoices, newest first, in one statement with the session and the right to the account.
 * Undefined where the token has no live session.
 */
export async function findInvoicePage(
  reads: Reads,
  asked: { tokenHash: Buffer; moment: SessionMoment },
  page: { accountId: string; size: number; number: number },
): Promise<InvoicePage | undefined> {
  const session = liveSessionValues(asked.tokenHash, asked.moment);
  const values = [...session, page.accountId, page.size, (page.number - 1) * page.size];
  const { rows } = await reads.query<PageRow>(invoicePage, values);
  const [first] = rows;
  if (!first) return undefined;
  const { is_stale: isStale, is_own: isOwn } = first;
  if (!isOwn) return { isStale, totalCount: null, invoices: [] };
  if (first.id === null) {
    // No row to count from: a page behind the last, or an account without a bill.
    return { isStale, totalCount: await countInvoices(reads, page.accountId), invoices: [] };
  }
  return { isStale, totalCount: first.total, invoices: rows.map(listedInvoiceOf) };
}

/** Invoices of one page, and how many the account has. */
export interface AccountInvoices {
  readonly totalCount: number;
  readonly invoices: readonly ListedInvoice[];
}

/** A page of an account’s invoices, newest first; undefined where the account is none of the caller’s. */
export async function findAccountInvoices(
  db: Database,
  caller: Caller,
  page: { accountId: string; size: number; number: number },
): Promise<AccountInvoices | undefined> {
  const own = db
    .selectFrom('login_account as la')
    .where('la.login_id', '=', caller.loginId)
    .where('la.account_id', '=', page.accountId);
  const counted = await own
    .leftJoin('invoice as i', (join) => join.onRef('i.account_id', '=', 'la.account_id').on(isShownAs('i')))
    .select((eb) => eb.fn.count<number>('i.id').as('total'))
    .groupBy('la.account_id')
    .executeTakeFirst();
  if (!counted) return undefined;
  const invoices = await own
    .innerJoin('invoice as i', 'i.account_id', 'la.account_id')
    .select(['i.id', 'i.invoice_number as invoiceNumber', 'i.issued_on as issuedOn', 'i.due_on as dueOn'])
    .select(['i.paid_on as paidOn', 'i.amount_cents as amountCents', 'i.open_cents as openCents'])
    .select(['i.kind', 'i.reversed_on as reversedOn'])
    .where(isShownAs('i'))
    .orderBy('i.issued_on', 'desc')
    .orderBy('i.id', 'desc')
    .limit(page.size)
    .offset((page.number - 1) * page.size)
    .execute();
  return { totalCount: counted.total, invoices };
}

async function countInvoices(reads: Reads, accountId: string): Promise<number> {
  const { rows } = await reads.query<{ total: number }>(
    `select count(*)::int as total from invoice where account_id = $1 and ${isShown('invoice')}`,
    [accountId],
  );
  return rows[0]?.total ?? 0;
}

function listedInvoiceOf(row: PageRow): ListedInvoice {
  return {
    id: row.id as string,
    invoiceNumber: row.invoice_number,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    paidOn: row.paid_on,
    amountCents: row.amount_cents,
    openCents: row.open_cents,
    kind: row.kind,
    reversedOn: row.reversed_on,
  };
}

/** The caller’s invoice; undefined where it is somebody else’s or none. */
export async function findInvoice(
  db: Database,
  caller: Caller,
  invoiceId: string,
): Promise<Invoice | undefined> {
  return await db
    .selectFrom('invoice as i')
    .innerJoin('account as a', 'a.id', 'i.account_id')
    .select([
      'i.id',
      'i.account_id as accountId',
      'i.invoice_number as invoiceNumber',
      'i.issued_on as issuedOn',
    ])
    .select(['i.due_on as dueOn', 'i.original_due_on as originalDueOn', 'i.period_start as periodStart'])
    .select(['i.period_end as periodEnd', 'i.previous_balance_cents as previousBalanceCents'])
    .select(['i.payments_received_cents as paymentsReceivedCents', 'i.amount_cents as amountCents'])
    .select(['i.open_cents as openCents', 'i.paid_on as paidOn', 'a.account_number as accountNumber'])
    .select(['i.kind', 'i.reason', 'i.reversed_on as reversedOn'])
    .select((eb) => [
      nearbyInvoice(eb, caller, { relation: '<', order: 'desc' }).as('previousId'),
      nearbyInvoice(eb, caller, { relation: '>', order: 'asc' }).as('nextId'),
      nearbyInvoice(eb, caller, { relation: '<', order: 'desc' })
        .where('b.kind', 'in', billKinds)
        .where('b.voided_at', 'is', null)
        .where('i.kind', 'in', billKinds)
        .as('comparedId'),
      eb
        .selectFrom('invoice as s')
        .select(
          sql<
            Invoice['replacedBy']
          >`jsonb_build_object('id', s.id, 'invoiceNumber', s.invoice_number, 'kind', s.kind)`.as(
            'successor',
          ),
        )
        .whereRef('s.account_id', '=', 'i.account_id')
        .where(isOneOf('s.account_id', caller.accountIds))
        .whereRef('s.id', '=', 'i.replaced_by')
        .as('replacedBy'),
    ])
    .where(isOneOf('i.account_id', caller.accountIds))
    .where('i.id', '=', invoiceId)
    .where(isShownAs('i'))
    .executeTakeFirst();
}

/** The invoice `i`’s neighbor in its account, by issue date. */
function nearbyInvoice(
  eb: ExpressionBuilder<Tables & { i: Tables['invoice'] }, 'i'>,
  caller: Caller,
  { relation, order }: { relation: '<' | '>'; order: 'asc' | 'desc' },
) {
  return eb
    .selectFrom('invoice as b')
    .select('b.id')
    .whereRef('b.account_id', '=', 'i.account_id')
    .where(isOneOf('b.account_id', caller.accountIds))
    .where(isShownAs('b'))
    .where(sql<boolean>`(b.issued_on, b.id) ${sql.raw(relation)} (i.issued_on, i.id)`)
    .orderBy('b.issued_on', order)
    .orderBy('b.id', order)
    .limit(1);
}

/** One payment of the caller, for the list under an invoice. */
export async function findPaymentInfo(db: Database, caller: Caller, paymentId: string) {
  return await db
    .selectFrom('payment as p')
    .select(['p.nickname', 'p.occurred_on as occurredOn', 'p.amount_cents as amountCents'])
    .where(isOneOf('p.account_id', caller.accountIds))
    .where('p.id', '=', paymentId)
    .where('p.state', 'not in', ['PLANNED', 'CANCELLED'])
    .executeTakeFirst();
}

/** What a bill that was found for its caller keeps from the day it was issued. */
export async function getAsIssued(
  db: Database,
  invoice: { accountId: string; id: string },
): Promise<AsIssued> {
  const row = await db
    .selectFrom('invoice')
    .select('as_issued')
    .where('account_id', '=', invoice.accountId)
    .where('id', '=', invoice.id)
    .executeTakeFirstOrThrow();
  return row.as_issued as AsIssued;
}
