import type { AutopayFailure } from '@myaccount/contract/autopay';
import type { Trx } from '../../platform/database/connect.ts';
import type { DatabaseTime } from '../../platform/database/database-time.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import { chargingPause } from '../charging/heartbeat.repository.ts';

/** An enrollment whose account is locked, and the time just before. */
export interface LockedEnrollment {
  readonly accountId: string;
  readonly consentId: string | null;
  readonly now: Date;
}

/** Locks accounts with autopay. Leaves out where autopay is off, what another transaction holds, and all while charges wait. */
export async function lockEnrollments(
  trx: Trx,
  accountIds: readonly string[],
  time: DatabaseTime,
): Promise<LockedEnrollment[]> {
  // Before the lock: a locking statement runs where its rows are, which may not be where the pause and the time are known.
  const { pause, now } = await trx
    .selectNoFrom([chargingPause().as('pause'), time().as('now')])
    .executeTakeFirstOrThrow();
  if (pause !== null) return [];
  const rows = await Promise.all(accountIds.map((accountId) => lockEnrolled(trx, { accountId })));
  return rows.flat().map((row) => ({ ...row, now }));
}

const lockEnrolled = compileOnce((trx, { accountId }: Placeholders<{ readonly accountId: string }>) =>
  trx
    .selectFrom('account as a')
    .innerJoin('autopay_enrollment as e', 'e.account_id', 'a.id')
    .select(['a.id as accountId', 'e.consent_id as consentId'])
    .where('a.id', '=', accountId)
    .where('e.account_id', '=', accountId)
    .where('e.ended_at', 'is', null)
    // The billing system charges them itself.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('billing_reading as b')
            .select('b.account_id')
            .where('b.account_id', '=', accountId)
            .where('b.is_charged_there', '=', true),
        ),
      ),
    )
    .forNoKeyUpdate('a')
    .skipLocked()
    .compile(),
);

/** An attempt to collect, with its payment or with the reason why there is none. */
export interface NewCharge {
  readonly accountId: string;
  readonly dueOn: string;
  readonly attempt: number;
  readonly runOn: string;
  readonly methodId: string;
  readonly amountCents: number;
  readonly paymentId: string | null;
  readonly refusal: AutopayFailure | null;
  /** Of an attempt of which nobody has to be told. */
  readonly followedUpAt?: Date;
}

/** Stores attempts of locked accounts, at least one. Each due date and attempt of an account is stored once. */
export async function insertCharges(trx: Trx, charges: readonly NewCharge[]): Promise<void> {
  const rows = charges.map((charge) => ({
    account_id: charge.accountId,
    due_on: charge.dueOn,
    attempt: charge.attempt,
    run_on: charge.runOn,
    payment_method_id: charge.methodId,
    amount_cents: charge.amountCents,
    payment_id: charge.paymentId,
    refusal: charge.refusal,
    followed_up_at: charge.followedUpAt ?? null,
  }));
  await trx.insertInto('autopay_charge').values(rows).execute();
}
