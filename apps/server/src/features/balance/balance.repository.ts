import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type Allocation, type Credit, mergeAllocations, openingId } from './allocation.rules.ts';
import type { BalanceFacts } from './balance.rules.ts';

type AccountFacts = Omit<BalanceFacts, 'today'> & { readonly accountId: string };

const selectFacts = compileOnce((db, { accountIds }: Placeholders<{ accountIds: readonly string[] }>) => {
  const isAsked = (column: string) => isOneOf(column, accountIds);
  const facts = sql<AccountFacts>`(
    select a.id as "accountId", a.balance_cents as "balanceCents", open.debts, late."lateDebts", pending.*,
      to_jsonb(autopay) as autopay, to_jsonb(last) as "lastCharge"
    from account a
    cross join lateral (
      select coalesce(jsonb_agg(to_jsonb(debt)), '[]') as debts from (
        select id::text, invoice_number as "invoiceNumber", kind, issued_on as "issuedOn", due_on as "dueOn",
          amount_cents as "billedCents", open_cents as "openCents", unsettled_cents as "unsettledCents"
        from invoice where account_id = a.id and ${isAsked('account_id')} and open_cents > 0 and voided_at is null
        union all
        select ${openingId}, null, null, null, due_on, amount_cents, open_cents, unsettled_cents from opening_balance
        where account_id = a.id and ${isAsked('account_id')} and open_cents > 0
      ) debt
    ) open
    cross join lateral (
      select coalesce(jsonb_agg(to_jsonb(debt)), '[]') as "lateDebts" from (
        select coalesce(invoice_id::text, ${openingId}) as id, added_on as "addedOn", collect_on as "collectOn",
          amount_cents as cents
        from late_debt where account_id = a.id and ${isAsked('account_id')} order by added_on desc, late_debt.id desc
      ) debt
    ) late
    cross join lateral (
      select
        coalesce(sum(amount_cents) filter (where state <> 'PLANNED'), 0)::bigint as "inFlightCents",
        coalesce(sum(amount_cents) filter (where state = 'PLANNED'), 0)::bigint as "plannedCents",
        (array_agg(id) filter (where state in ('SUBMITTING', 'UNKNOWN')))[1] as "unresolvedPaymentId",
        coalesce(sum(amount_cents) filter (where state in ('SUBMITTING', 'UNKNOWN')), 0)::bigint as "unresolvedCents",
        max(occurred_at) filter (where state in ('SUBMITTING', 'UNKNOWN')) as "unresolvedSince"
      from payment
      where account_id = a.id and ${isAsked('account_id')} and state in ('SUBMITTING', 'UNKNOWN', 'PENDING', 'PLANNED')
    ) pending
    left join lateral (
      select c.due_on as "dueOn", c.attempt, c.run_on as "runOn", c.payment_method_id as "methodId",
        c.retry_on as "retryOn",
        c.amount_cents as "amountCents", coalesce(c.refusal, p.failure_code) as failure,
        coalesce(p.state in ('PROCESSING_ERROR', 'RETURNED'), true) and c.followed_up_at is not null as "isUnpaid",
        coalesce(p.state = 'CANCELLED', false) as "isCancelled"
      from autopay_charge c
      left join payment p on p.account_id = c.account_id and ${isAsked('p.account_id')} and p.id = c.payment_id
      where c.account_id = a.id and ${isAsked('c.account_id')}
      order by c.due_on desc, c.attempt desc limit 1
    ) last on true
    left join lateral (
      select e.payment_method_id as "methodId",
        coalesce(e.enrolled_on, (e.enrolled_at at time zone 'UTC')::date) as "enrolledOn",
        e.consent_id is not null as "hasConsent",
        case when n.created_at is not null
          then jsonb_build_object('chargeFrom', n.charge_from, 'noticeDays', n.notice_days) end as notice
      from autopay_enrollment e
      left join charge_notice n on n.account_id = e.account_id and ${isAsked('n.account_id')} and n.agreement_id = e.id
      where e.account_id = a.id and ${isAsked('e.account_id')} and e.ended_at is null
    ) autopay on true
    where ${isAsked('a.id')})`;
  // The query builder knows what it selects from to be a read, which needs no separate connection.
  return db.selectFrom(facts.as('facts')).selectAll().compile();
});

/** What the balances of accounts are made from, in one statement. An account that does not exist is left out. */
export async function listBalanceFacts(db: Database, accountIds: readonly string[]): Promise<AccountFacts[]> {
  return await selectFacts(db, { accountIds });
}

/** A credit with what it is, as an allocation refers to it. */
export interface FreeCredit extends Credit {
  readonly kind: 'payment' | 'invoice' | 'opening';
}

interface OpenAmountRow {
  readonly kind: FreeCredit['kind'];
  readonly id: string;
  readonly day: string;
  /** Above 0: a debt; below 0: a credit. */
  readonly openCents: number;
}

/** Reads open debts and free credits of a locked account; one of the two is empty but in the middle of a posting. */
export async function listOpenAmounts(trx: Trx, accountId: string) {
  const rows = await selectOpenAmounts(trx, { accountId });
  return {
    debts: rows
      .filter(({ openCents }) => openCents > 0)
      .map(({ id, day, openCents }) => ({ id, invoiceNumber: null, dueOn: day, openCents })),
    credits: rows
      .filter(({ openCents }) => openCents < 0)
      .map(({ kind, id, day, openCents }) => ({ kind, id, availableOn: day, freeCents: -openCents })),
  };
}

const selectOpenAmounts = compileOnce((trx, { accountId }: Placeholders<{ readonly accountId: string }>) =>
  sql<OpenAmountRow>`
    select 'invoice' as kind, id::text, case when open_cents > 0 then due_on else issued_on end as day,
      open_cents as "openCents"
    from invoice where account_id = ${accountId} and open_cents <> 0 and voided_at is null
    union all
    select 'opening', ${openingId}, due_on, open_cents
    from opening_balance where account_id = ${accountId} and open_cents <> 0
    union all
    select 'payment', p.id::text, p.occurred_on, a.cents - p.worth_cents
    from payment p cross join lateral (
      select coalesce(sum(amount_cents), 0)::bigint as cents from payment_allocation
      where account_id = ${accountId} and payment_id = p.id and reversed_at is null
    ) a
    where p.account_id = ${accountId} and p.state = 'COMPLETED' and a.cents < p.worth_cents`.compile(trx),
);

/** Writes allocations of a locked account's credits. {@link changeOpenAmounts} must follow. */
export async function insertAllocations(
  trx: Trx,
  accountId: string,
  allocations: readonly (Allocation & Pick<FreeCredit, 'kind'>)[],
  at: Date,
): Promise<void> {
  const rows = mergeAllocations(allocations).map(({ kind, creditId, debtId, amountCents }) => ({
    account_id: accountId,
    payment_id: kind === 'payment' ? creditId : null,
    credit_invoice_id: kind === 'invoice' ? creditId : null,
    invoice_id: debtId === openingId ? null : debtId,
    amount_cents: amountCents,
    allocated_at: at,
    reversed_at: null,
  }));
  await insertAllocationRows(trx, { rows });
}

type AllocationRow = Omit<Insertable<Tables['payment_allocation']>, 'id'>;

const insertAllocationRows = compileOnce(
  (trx, { rows }: Placeholders<{ readonly rows: readonly AllocationRow[] }>) =>
    trx
      .insertInto('payment_allocation')
      .values(rows)
      // A credit that pays the same item again, after another credit was taken back.
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'payment_id', 'credit_invoice_id', 'invoice_id'])
          .where('reversed_at', 'is', null)
          .doUpdateSet({ amount_cents: sql`payment_allocation.amount_cents + excluded.amount_cents` }),
      )
      .compile(),
);

/** What changes of the open amount of one bill or of the opening balance. */
export interface OpenAmountChange {
  /** The bill's id, or {@link openingId}. */
  readonly id: string;
  /** Added to the open amount. */
  readonly changeCents: number;
  /** The day on which a bill that is left with nothing open was paid. */
  readonly paidOn: string | null;
}

/** Adds to the open amounts of a locked account. A bill with nothing left open is paid, no sooner than its last payment. */
export async function changeOpenAmounts(
  trx: Trx,
  accountId: string,
  changes: readonly OpenAmountChange[],
): Promise<void> {
  const bills = changes.filter(({ id }) => id !== openingId);
  const opening = changes.filter(({ id }) => id === openingId);
  if (bills.length > 0) {
    await updateBills(trx, {
      accountId,
      ids: bills.map(({ id }) => id),
      cents: bills.map(({ changeCents }) => changeCents),
      days: bills.map(({ paidOn }) => paidOn),
    });
  }
  for (const { changeCents } of opening)
    await trx
      .updateTable('opening_balance')
      .set({ open_cents: sql`open_cents + ${changeCents}` })
      .where('account_id', '=', accountId)
      .execute();
}

interface BillUpdate {
  readonly accountId: string;
  readonly ids: readonly string[];
  readonly cents: readonly number[];
  readonly days: readonly (string | null)[];
}

const updateBills = compileOnce((trx, { accountId, ids, cents, days }: Placeholders<BillUpdate>) =>
  sql`
    update invoice i set open_cents = i.open_cents + c.cents,
      paid_on = case when i.amount_cents > 0 and i.open_cents + c.cents = 0
        then greatest(i.issued_on, c.paid_on, (
          select max(p.occurred_on) from payment_allocation l
          join payment p on p.account_id = ${accountId} and p.id = l.payment_id
          where l.account_id = ${accountId} and l.invoice_id = i.id and l.reversed_at is null)) end
    from unnest(${ids}::uuid[], ${cents}::bigint[], ${days}::date[]) c (id, cents, paid_on)
    where i.account_id = ${accountId} and i.id = c.id`.compile(trx),
);

/** Keeps what was never settled of debts of a locked account, by id: of those that are due on a day or before. */
export async function keepUnsettled(
  trx: Trx,
  accountId: string,
  unsettled: ReadonlyMap<string, number>,
  today: string,
): Promise<void> {
  const bills = [...unsettled].filter(([id]) => id !== openingId);
  const ids = bills.map(([id]) => id);
  const cents = bills.map(([, unsettledCents]) => unsettledCents);
  if (bills.length > 0)
    await sql`
      update invoice i set unsettled_cents = u.cents from unnest(${ids}::uuid[], ${cents}::bigint[]) u (id, cents)
      where i.account_id = ${accountId} and i.id = u.id and i.due_on <= ${today}`.execute(trx);
  const openingCents = unsettled.get(openingId);
  if (openingCents !== undefined)
    await trx
      .updateTable('opening_balance')
      .set({ unsettled_cents: openingCents })
      .where('account_id', '=', accountId)
      .where('due_on', '<=', today)
      .execute();
}

/** A live allocation that was taken back. */
export interface ReversedAllocation {
  readonly creditInvoiceId: string | null;
  readonly paymentId: string | null;
  readonly invoiceId: string | null;
  readonly amountCents: number;
}

/** Takes back the live allocations from one payment, or of one bill on either side. */
export async function reverseAllocations(
  trx: Trx,
  accountId: string,
  of: { readonly paymentId: string } | { readonly invoiceId: string },
  at: Date,
): Promise<ReversedAllocation[]> {
  return await trx
    .updateTable('payment_allocation')
    .set({ reversed_at: at })
    .where('account_id', '=', accountId)
    .where('reversed_at', 'is', null)
    .where((eb) =>
      'paymentId' in of
        ? eb('payment_id', '=', of.paymentId)
        : eb.or([eb('invoice_id', '=', of.invoiceId), eb('credit_invoice_id', '=', of.invoiceId)]),
    )
    .returning([
      'payment_id as paymentId',
      'credit_invoice_id as creditInvoiceId',
      'invoice_id as invoiceId',
      'amount_cents as amountCents',
    ])
    .execute();
}
