import type { Trx } from '../../platform/database/connect.ts';
import type { AutopayCharge } from '../balance/autopay-charge.rules.ts';
import { listBalances } from '../balance/balance.service.ts';
import { beginAutomaticCharges } from '../charging/automatic-charge.service.ts';
import type { Charge } from '../charging/charge.service.ts';
import type { PayingPortal } from '../feature.ts';
import { failureOfUnusable, missedFailure } from './autopay.rules.ts';
import { insertCharges, type LockedEnrollment, lockEnrollments } from './autopay-run.repository.ts';
import { type CollectedAccount, nothing } from './autopay-run.rules.ts';

/** A payment that is committed and may be charged, or the result of an account that has none. */
export type ChargeBegin = Charge | CollectedAccount;

export interface BeginOptions {
  readonly runOn: string;
  readonly isDryRun?: boolean;
}

/** Begins the charges of accounts; if that fails, of each by itself, so that one account does not hold up others. */
export async function beginCharges(
  portal: PayingPortal,
  accountIds: readonly string[],
  options: BeginOptions,
): Promise<Map<string, ChargeBegin>> {
  try {
    return await commitCharges(portal, accountIds, options);
  } catch (error) {
    const begun = new Map<string, ChargeBegin>();
    if (accountIds.length > 1) {
      portal.log.warn({ err: error }, 'autopay: charges begin one by one');
      for (const accountId of accountIds)
        for (const [id, charge] of await beginCharges(portal, [accountId], options)) begun.set(id, charge);
      return begun;
    }
    const [accountId = ''] = accountIds;
    portal.log.error({ err: error, accountId }, 'autopay: account left for the next round');
    return begun.set(accountId, nothing('error'));
  }
}

/** Commits the charges that are due with their payments. Returns for each account its payment, or why there is none. */
async function commitCharges(
  portal: PayingPortal,
  accountIds: readonly string[],
  { runOn, isDryRun = false }: BeginOptions,
): Promise<Map<string, ChargeBegin>> {
  const begun = new Map<string, ChargeBegin>(accountIds.map((accountId) => [accountId, nothing('waiting')]));
  return await portal.db.transaction().execute(async (trx) => {
    const enrollments = await lockEnrollments(trx, accountIds, portal.databaseTime);
    if (enrollments.length === 0) return begun;
    const locked = enrollments.map(({ accountId }) => accountId);
    const balances = await listBalances(trx, locked, runOn);
    const charges = enrollments.flatMap((enrollment) => {
      const { accountId } = enrollment;
      const { autopayCharge, missedCharge, unresolvedPaymentId } = balances.get(accountId) ?? {};
      const due = missedCharge ?? autopayCharge;
      if (!due || due.chargeOn > runOn) begun.set(accountId, nothing('not-due'));
      if (!due || due.chargeOn > runOn || unresolvedPaymentId) return [];
      return [{ ...enrollment, ...due, isMissed: due === missedCharge }];
    });
    if (isDryRun)
      for (const { accountId, amountCents, isMissed } of charges)
        begun.set(accountId, isMissed ? nothing('failed') : { result: 'paid', amountCents });
    else
      for (const [accountId, charge] of await storeCharges(trx, portal, { charges, runOn }))
        begun.set(accountId, charge);
    return begun;
  });
}

/** A charge that is due on an account which is locked. One that was missed for too long is stored as failed, and told. */
type DueCharge = LockedEnrollment & AutopayCharge & { readonly isMissed: boolean };

async function storeCharges(
  trx: Trx,
  portal: PayingPortal,
  { charges, runOn }: { readonly charges: readonly DueCharge[]; readonly runOn: string },
): Promise<Map<string, ChargeBegin>> {
  const begun = new Map<string, ChargeBegin>();
  if (charges.length === 0) return begun;
  const made = await beginAutomaticCharges(
    trx,
    portal,
    charges.filter(({ isMissed }) => !isMissed),
  );
  const rows = charges.map(({ accountId, dueOn, attempt, methodId, amountCents, isMissed }) => {
    const charge = made.get(accountId);
    const isCreated = typeof charge === 'object';
    const refusal = typeof charge === 'string' ? failureOfUnusable(charge) : null;
    begun.set(accountId, isCreated ? charge : nothing('failed'));
    return {
      ...{ accountId, dueOn, attempt, methodId, amountCents, runOn },
      paymentId: isCreated ? charge.payment.id : null,
      refusal: isMissed ? missedFailure : refusal,
    };
  });
  await insertCharges(trx, rows);
  return begun;
}
