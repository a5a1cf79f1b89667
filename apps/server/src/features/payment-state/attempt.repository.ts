import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import type { PaymentKey } from './payment.repository.ts';

/** One call to a processor about a payment, with the processor's own text. */
export interface Attempt {
  readonly kind: 'charge' | 'inquiry';
  readonly startedAt: Date;
  /** Null until the processor responds. */
  readonly finishedAt: Date | null;
  readonly outcome: string | null;
  readonly detail: string | null;
}

/** Adds an attempt to a payment whose account is locked. */
export async function insertAttempt(trx: Trx, payment: PaymentKey, attempt: Attempt): Promise<void> {
  await insertAttempts(trx, [{ payment, attempt }]);
}

/** Adds an attempt to each of at least one payment. Their accounts are locked. */
export async function insertAttempts(
  trx: Trx,
  attempts: readonly { readonly payment: PaymentKey; readonly attempt: Attempt }[],
): Promise<void> {
  await Promise.all(
    attempts.map(({ payment: { accountId, id: paymentId }, attempt }) =>
      insertNumbered(trx, { ...attempt, accountId, paymentId }),
    ),
  );
}

interface PaymentAttempt extends Attempt {
  readonly accountId: string;
  readonly paymentId: string;
}

const insertNumbered = compileOnce((trx, attempt: Placeholders<PaymentAttempt>) =>
  trx
    .insertInto('payment_attempt')
    .columns(['account_id', 'payment_id', 'number', 'kind', 'started_at', 'finished_at', 'outcome', 'detail'])
    .expression((eb) =>
      eb
        .selectFrom('payment_attempt')
        .select([
          sql<string>`${attempt.accountId}::uuid`.as('account_id'),
          sql<string>`${attempt.paymentId}::uuid`.as('payment_id'),
          (inner) => sql<number>`coalesce(${inner.fn.max('number')}, 0) + 1`.as('number'),
          sql<Attempt['kind']>`${attempt.kind}`.as('kind'),
          sql<Date>`${attempt.startedAt}::timestamptz`.as('started_at'),
          sql<Date | null>`${attempt.finishedAt}::timestamptz`.as('finished_at'),
          sql<string | null>`${attempt.outcome}`.as('outcome'),
          sql<string | null>`${attempt.detail}`.as('detail'),
        ])
        .where('account_id', '=', attempt.accountId)
        .where('payment_id', '=', attempt.paymentId),
    )
    .compile(),
);

/** Stores the outcome of a payment's charge attempt. */
export async function finishCharge(trx: Trx, payment: PaymentKey, attempt: Attempt): Promise<void> {
  const { finishedAt, outcome, detail } = attempt;
  const { accountId, id: paymentId } = payment;
  await updateCharge(trx, { accountId, paymentId, finishedAt, outcome, detail });
}

type FinishedCharge = Omit<PaymentAttempt, 'kind' | 'startedAt'>;

const updateCharge = compileOnce((trx, { accountId, paymentId, ...finished }: Placeholders<FinishedCharge>) =>
  trx
    .updateTable('payment_attempt')
    .set({ finished_at: finished.finishedAt, outcome: finished.outcome, detail: finished.detail })
    .where('account_id', '=', accountId)
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'charge')
    .where('finished_at', 'is', null)
    .compile(),
);

/** Returns when a payment was first sent to its processor; null if it was not. */
export async function findFirstAttemptAt(trx: Trx, { accountId, id }: PaymentKey): Promise<Date | null> {
  const { at } = await trx
    .selectFrom('payment_attempt')
    .select((eb) => eb.fn.min('started_at').as('at'))
    .where('account_id', '=', accountId)
    .where('payment_id', '=', id)
    .where('kind', '=', 'charge')
    .executeTakeFirstOrThrow();
  return at;
}
