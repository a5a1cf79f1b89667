import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { Trx } from '../../platform/database/connect.ts';
import type { AutopayCharge } from '../balance/autopay-charge.rules.ts';
import { listBalances } from '../balance/balance.service.ts';
import { type AutomaticBegin, beginAutomaticCharges } from '../charging/automatic-charge.service.ts';
import { autopayReference } from '../charging/charge.rules.ts';
import type { SubmittedPayment } from '../charging/submit.service.ts';
import type { PaymentContext } from '../payment-state/outcome.service.ts';
import { failureOfUnusable, missedFailure } from './autopay.rules.ts';
import { insertCharges, type LockedEnrollment, lockEnrollments } from './autopay-run.repository.ts';
import { type CollectedAccount, nothing } from './autopay-run.rules.ts';

/** A payment that is committed and may be charged, or what became of its account without one. */
export type ChargeBegin = SubmittedPayment | CollectedAccount;

/** The attempt of each account that a processor has charged. */
export type ChargedAttempts = ReadonlyMap<string, number>;

export interface BeginOptions {
  readonly runOn: string;
  readonly isDryRun?: boolean;
  /** While a pause lets nothing else begin. */
  readonly chargedAttempts?: ChargedAttempts | undefined;
}

/** Begins the charges of accounts; if that fails, of each by itself, so that one account does not hold up others. */
export async function beginCharges(
  context: PaymentContext,
  accountIds: readonly string[],
  options: BeginOptions,
): Promise<Map<string, ChargeBegin>> {
  try {
    return await commitCharges(context, accountIds, options);
  } catch (error) {
    const begun = new Map<string, ChargeBegin>();
    if (accountIds.length > 1) {
      context.portal.log.warn({ err: error }, 'autopay: charges begin one by one');
      for (const accountId of accountIds)
        for (const [id, charge] of await beginCharges(context, [accountId], options)) begun.set(id, charge);
      return begun;
    }
    const [accountId = ''] = accountIds;
    context.portal.log.error({ err: error, accountId }, 'autopay: account left for the next round');
    return begun.set(accountId, nothing('error'));
  }
}

/** Commits the charges that are due with their payments. Returns for each account its payment, or why there is none. */
async function commitCharges(
  context: PaymentContext,
  accountIds: readonly string[],
  { runOn, isDryRun = false, chargedAttempts }: BeginOptions,
): Promise<Map<string, ChargeBegin>> {
  const { portal } = context;
  const begun = new Map<string, ChargeBegin>(accountIds.map((accountId) => [accountId, nothing('waiting')]));
  return await portal.db.transaction().execute(async (trx) => {
    const enrollments = await lockEnrollments(trx, accountIds, {
      time: portal.databaseTime,
      isAdopting: chargedAttempts !== undefined,
    });
    if (enrollments.length === 0) return begun;
    const locked = enrollments.map(({ accountId }) => accountId);
    const balances = await listBalances(trx, locked, runOn);
    const charges = enrollments.flatMap((enrollment) => {
      const { accountId } = enrollment;
      const { autopayCharge, missedCharge, unresolvedPaymentId } = balances.get(accountId) ?? {};
      const due = missedCharge ?? autopayCharge;
      if (!due || due.chargeOn > runOn) begun.set(accountId, nothing('not-due'));
      if (!due || due.chargeOn > runOn || unresolvedPaymentId) return [];
      const attempt = chargedAttempts?.get(accountId) ?? due.attempt;
      const isMissed = due === missedCharge && !chargedAttempts;
      return [{ ...enrollment, ...due, attempt, isMissed }];
    });
    if (isDryRun)
      for (const { accountId, amountCents, isMissed } of charges)
        begun.set(accountId, isMissed ? nothing('failed') : { result: 'paid', amountCents });
    else
      for (const [accountId, charge] of await storeCharges(trx, context, { charges, runOn }))
        begun.set(accountId, charge);
    return begun;
  });
}

/** A charge that is due on an account which is locked. One that was missed for too long is stored as failed, and told. */
type DueCharge = LockedEnrollment & AutopayCharge & { readonly isMissed: boolean };

async function storeCharges(
  trx: Trx,
  context: PaymentContext,
  { charges, runOn }: { readonly charges: readonly DueCharge[]; readonly runOn: string },
): Promise<Map<string, ChargeBegin>> {
  const begun = new Map<string, ChargeBegin>();
  if (charges.length === 0) return begun;
  const made = charges
    .filter(({ isMissed }) => !isMissed)
    .map((charge) => ({
      ...charge,
      reference: autopayReference(charge.accountId, charge.dueOn, charge.attempt),
    }));
  const payments = await beginAutomaticCharges(trx, context, made);
  const rows = charges.map(({ accountId, dueOn, attempt, methodId, amountCents, isMissed }) => {
    const payment = payments.get(accountId);
    const isCreated = payment?.outcome === 'created';
    begun.set(accountId, isCreated ? payment : nothing('failed'));
    return {
      ...{ accountId, dueOn, attempt, methodId, amountCents, runOn },
      paymentId: isCreated ? payment.payment.id : null,
      refusal: isMissed ? missedFailure : refusalOf(payment),
    };
  });
  await insertCharges(trx, rows);
  return begun;
}

function refusalOf(begun: AutomaticBegin | undefined): PaymentFailure | null {
  return begun?.outcome === 'unusable' ? failureOfUnusable(begun.reason) : null;
}
