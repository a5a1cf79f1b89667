import { inParallel } from '../../platform/in-parallel.ts';
import type { AutopayCharge } from '../balance/autopay-charge.rules.ts';
import { getBalance } from '../balance/balance.service.ts';
import { beginAutomaticCharge } from '../payments/automatic-charge.service.ts';
import { chargePayment } from '../payments/charge-payment.service.ts';
import type { PaymentContext } from '../payments/payment-outcome.service.ts';
import type { SubmittedPayment } from '../payments/submit-payment.service.ts';
import { keepForToday } from '../payments/unsent-charge.service.ts';
import { failureOfUnusable } from './autopay.rules.ts';
import { insertCharge, listAccountsToCharge, lockEnrollment } from './autopay-run.repository.ts';
import { followUpCharges } from './follow-up.service.ts';
import { stopAfterReturns } from './stop-autopay.service.ts';

/** What became of an account in a run. */
export const runResults = ['paid', 'pending', 'failed', 'unknown', 'waiting', 'not-due', 'error'] as const;
export type RunResult = (typeof runResults)[number];

/** What a run did, or, as a dry run, would do. */
export interface RunSummary {
  /** Accounts by what became of them. A dry run counts what it would charge as paid. */
  readonly accounts: Readonly<Record<RunResult, number>>;
  /** Charged and accepted, in cents. */
  readonly collectedCents: number;
}

export interface RunOptions {
  /** The business day to collect for. */
  readonly runOn: string;
  /** Charges nothing and stores nothing. */
  readonly isDryRun?: boolean;
  readonly stopping?: AbortSignal | undefined;
  /** Called after each account with what became of it. */
  readonly onAccount?: (accountId: string, account: CollectedAccount) => void;
}

/** An account after its turn. */
export interface CollectedAccount {
  readonly result: RunResult;
  readonly amountCents: number;
}

const batchSize = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * AUTOPAY-4: collects what is due by a day from every account with autopay. Any number of servers may run it, and any
 * run may be killed and repeated: each charge is committed with its payment before a processor is called, once.
 */
export async function runAutopay(context: PaymentContext, options: RunOptions): Promise<RunSummary> {
  const accounts = Object.fromEntries(runResults.map((name) => [name, 0])) as Record<RunResult, number>;
  let collectedCents = 0;
  if (!options.isDryRun) await stopAfterReturns(context.portal);
  for await (const batch of batchesOf(context, options)) {
    const collectOne = async (accountId: string) => {
      const account = await collectOrLog(context, accountId, options);
      accounts[account.result] += 1;
      collectedCents += account.amountCents;
      options.onAccount?.(accountId, account);
    };
    await inParallel(batch, context.portal.config.autopay.concurrency, collectOne, options.stopping);
  }
  if (!options.isDryRun) await followUpCharges(context.portal);
  return { accounts, collectedCents };
}

/** Returns how many accounts a run would look at. */
export async function countAccountsToCharge(context: PaymentContext, runOn: string): Promise<number> {
  let count = 0;
  for await (const batch of batchesOf(context, { runOn })) count += batch.length;
  return count;
}

async function* batchesOf({ portal }: PaymentContext, { runOn, stopping }: RunOptions) {
  let after = firstId;
  while (!stopping?.aborted) {
    const batch = await listAccountsToCharge(portal.db, { after, runOn, limit: batchSize });
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch;
    after = last;
  }
}

async function collectOrLog(
  context: PaymentContext,
  accountId: string,
  options: RunOptions,
): Promise<CollectedAccount> {
  try {
    return await collect(context, accountId, options);
  } catch (error) {
    context.portal.log.error({ err: error, accountId }, 'autopay: account left for the next round');
    return { result: 'error', amountCents: 0 };
  }
}

async function collect(
  context: PaymentContext,
  accountId: string,
  { runOn, isDryRun = false }: RunOptions,
): Promise<CollectedAccount> {
  const begun = await beginCharge(context, accountId, { runOn, isDryRun });
  if ('result' in begun) return begun;
  const { state, amountCents } = await chargePayment(context, begun, {
    actor: 'system',
    initiator: 'merchant',
    takesResult: (result) =>
      keepForToday(context, { result, payment: begun.payment, promisedCents: begun.payment.amountCents }),
  });
  if (state === 'COMPLETED') return { result: 'paid', amountCents };
  if (state === 'PENDING') return { result: 'pending', amountCents };
  if (state === 'PLANNED') return { result: 'waiting', amountCents: 0 };
  return { result: state === 'PROCESSING_ERROR' ? 'failed' : 'unknown', amountCents: 0 };
}

/** Commits the charge that is due and its payment, or returns why there is none. */
async function beginCharge(
  context: PaymentContext,
  accountId: string,
  { runOn, isDryRun }: { runOn: string; isDryRun: boolean },
): Promise<SubmittedPayment | CollectedAccount> {
  const { portal } = context;
  const nothing = (result: RunResult) => ({ result, amountCents: 0 });
  return await portal.db.transaction().execute(async (trx) => {
    const enrollment = await lockEnrollment(trx, accountId, portal.databaseTime);
    if (!enrollment) return nothing('waiting');
    const { autopayCharge: due, unresolvedPaymentId } = await getBalance(trx, accountId, runOn);
    if (!due || due.chargeOn > runOn) return nothing('not-due');
    if (unresolvedPaymentId) return nothing('waiting');
    if (isDryRun) return { result: 'paid', amountCents: due.amountCents };
    const { consentId, now } = enrollment;
    const begun = await beginAutomaticCharge(trx, context, { accountId, ...due, consentId, now });
    const charge = chargeOf(accountId, due, runOn);
    if (begun.outcome === 'unusable') {
      await insertCharge(trx, { ...charge, paymentId: null, refusal: failureOfUnusable(begun.reason) });
      return nothing('failed');
    }
    await insertCharge(trx, { ...charge, paymentId: begun.payment.id, refusal: null });
    return begun;
  });
}

function chargeOf(
  accountId: string,
  { dueOn, attempt, methodId, amountCents }: AutopayCharge,
  runOn: string,
) {
  return { accountId, dueOn, attempt, methodId, amountCents, runOn };
}
