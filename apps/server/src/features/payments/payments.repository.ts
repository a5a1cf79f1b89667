import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { PaymentState, PaymentTable, ProcessorName } from '../../platform/database/tables.payments.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import type { ShownMethod } from '../payment-methods/payment-methods.rules.ts';
import { hiddenStates } from './payments.rules.ts';

/** One payment as it stands. */
export interface Payment {
  readonly accountId: string;
  readonly id: string;
  /** The number that it was imported under. */
  readonly externalId: string | null;
  readonly loginId: string | null;
  readonly state: PaymentState;
  /** What the processor booked, or will. */
  readonly amountCents: number;
  readonly isRecurring: boolean;
  readonly occurredAt: Date;
  readonly occurredOn: string;
  /** The method as it was when it paid. */
  readonly method: ShownMethod;
  readonly processor: ProcessorName | null;
  /** Our sixteen digits at the processor. */
  readonly reference: string | null;
  /** The processor’s own number. */
  readonly transaction: string | null;
  readonly failureCode: string | null;
  readonly reconcileTries: number;
}

/** The columns that {@link paymentOf} reads. */
export const paymentColumns = [
  'p.account_id',
  'p.id',
  'p.external_id',
  'p.login_id',
  'p.state',
  'p.amount_cents',
  'p.is_recurring',
  'p.occurred_at',
  'p.occurred_on',
  'p.payment_method_id',
  'p.method_type',
  'p.processor',
  'p.card_type',
  'p.nickname',
  'p.last_four',
  'p.processor_reference',
  'p.processor_transaction',
  'p.failure_code',
  'p.reconcile_tries',
] as const;

type ColumnName<C> = C extends `p.${infer Name}` ? Name : never;
type PaymentRow = Readonly<
  Pick<Selectable<PaymentTable>, ColumnName<(typeof paymentColumns)[number]> & keyof PaymentTable>
>;

/** A payment from its row. */
export function paymentOf(row: PaymentRow): Payment {
  return {
    accountId: row.account_id,
    id: row.id,
    externalId: row.external_id,
    loginId: row.login_id,
    state: row.state,
    amountCents: row.amount_cents,
    isRecurring: row.is_recurring,
    occurredAt: row.occurred_at,
    occurredOn: row.occurred_on,
    method: {
      id: row.payment_method_id,
      methodType: row.method_type,
      cardType: row.card_type,
      nickname: row.nickname,
      lastFour: row.last_four,
      expiresOn: null,
      holderName: null,
    },
    processor: row.processor,
    reference: row.processor_reference,
    transaction: row.processor_transaction,
    failureCode: row.failure_code,
    reconcileTries: row.reconcile_tries,
  };
}

/** A page of a payment history. */
export interface PaymentPage {
  readonly totalCount: number;
  readonly payments: readonly Payment[];
}

/**
 * A page of one of the caller’s accounts’ payments, newest first, without those that were planned or cancelled.
 * Undefined where the account is none of the caller’s.
 */
export async function findPaymentPage(
  db: Database,
  caller: Caller,
  page: { accountId: string; size: number; number: number },
): Promise<PaymentPage | undefined> {
  const rows = await db
    .selectFrom('login_account as la')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('payment as c')
          .select((count) => count.fn.countAll<number>().as('total'))
          .whereRef('c.account_id', '=', 'la.account_id')
          .where('c.state', 'not in', hiddenStates)
          .as('counted'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payment as q')
          .selectAll('q')
          .whereRef('q.account_id', '=', 'la.account_id')
          .where('q.state', 'not in', hiddenStates)
          .orderBy('q.occurred_at', 'desc')
          .orderBy('q.id', 'desc')
          .limit(page.size)
          .offset((page.number - 1) * page.size)
          .as('p'),
      (join) => join.onTrue(),
    )
    .select(paymentColumns)
    .select('counted.total')
    .where('la.login_id', '=', caller.loginId)
    .where('la.account_id', '=', page.accountId)
    .orderBy('p.occurred_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const payments = rows.flatMap((row) => (row.id === null ? [] : paymentOf(row as PaymentRow)));
  return { totalCount: first.total, payments };
}

/** A payment of the caller with the number of its account; undefined where it is somebody else’s or none. */
export async function findPayment(db: Database, caller: Caller, paymentId: string) {
  const row = await db
    .selectFrom('login_account as la')
    .innerJoin('payment as p', 'p.account_id', 'la.account_id')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(paymentColumns)
    .select('a.account_number')
    .where('la.login_id', '=', caller.loginId)
    .where('p.id', '=', paymentId)
    .where('p.state', 'not in', hiddenStates)
    .executeTakeFirst();
  return row && { ...paymentOf(row), accountNumber: row.account_number };
}

/** What a payment that was found for its caller pays now, oldest first; a null number is the opening debt. */
export async function listApplied(
  db: Database,
  payment: Payment,
): Promise<{ invoiceNumber: string | null; amountCents: number }[]> {
  return await db
    .selectFrom('payment_allocation as applied')
    .leftJoin('invoice as i', (join) =>
      join.onRef('i.account_id', '=', 'applied.account_id').onRef('i.id', '=', 'applied.invoice_id'),
    )
    .select(['i.invoice_number as invoiceNumber', 'applied.amount_cents as amountCents'])
    .where('applied.account_id', '=', payment.accountId)
    .where('applied.payment_id', '=', payment.id)
    .where('applied.reversed_at', 'is', null)
    .orderBy(sql`i.due_on nulls first`)
    .orderBy('i.id')
    .execute();
}
