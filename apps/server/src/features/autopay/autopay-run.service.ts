import { Semaphore } from 'async-mutex';
import { inParallel } from '../../platform/in-parallel.ts';
import { chargeAutomatically } from '../charging/automatic-charge.service.ts';
import type { Charge } from '../charging/charge.service.ts';
import type { ChargeLookup } from '../charging/charge-lookup.service.ts';
import type { PayingPortal } from '../feature.ts';
import { openComparedLookup } from '../reconciliation/processor-records.service.ts';
import { type CollectedAccount, nothing, type RunResult, runResults } from './autopay-run.rules.ts';
import { type BeginOptions, beginCharges, type ChargeBegin } from './begin-charges.service.ts';
import { listAccountsToCharge } from './due-accounts.repository.ts';
import { followUpCharges } from './follow-up.service.ts';
import { stopAfterReturns } from './stop-autopay.service.ts';

export interface RunOptions {
  /** The business day to collect for. */
  readonly runOn: string;
  /** Charges nothing and stores nothing. */
  readonly isDryRun?: boolean;
  readonly stopping?: AbortSignal | undefined;
  /** Called after each account with its result. */
  readonly onAccount?: (accountId: string, account: CollectedAccount) => void;
}

/** Accounts whose charges begin in one transaction. Each statement for several takes about as long as for one. */
const begunTogether = 5;

/**
 * AUTOPAY-4: collects what is due by a day from every account with autopay. Any number of servers may run it, and any
 * run may be killed and repeated: each charge is committed with its payment before a processor is called, once. Returns the
 * number of accounts by result, and what was charged and accepted. A dry run counts what it would charge as paid.
 */
export async function runAutopay(portal: PayingPortal, options: RunOptions) {
  const accounts = Object.fromEntries(runResults.map((name) => [name, 0])) as Record<RunResult, number>;
  let collectedCents = 0;
  if (!options.isDryRun) await stopAfterReturns(portal);
  const lookup = openComparedLookup(portal);
  const onCollected = (accountId: string, account: CollectedAccount) => {
    accounts[account.result] += 1;
    collectedCents += account.amountCents;
    options.onAccount?.(accountId, account);
  };
  for await (const batch of listAccountsToCharge(portal.db, options.runOn)) {
    if (options.stopping?.aborted) break;
    if (!options.isDryRun) await lookup.report();
    await collect(portal, batch, { ...options, lookup, onCollected });
  }
  if (!options.isDryRun) await followUpCharges(portal);
  return { accounts, collectedCents };
}

/** Returns how many accounts a run would look at. */
export async function countAccountsToCharge({ db }: PayingPortal, runOn: string): Promise<number> {
  let count = 0;
  for await (const batch of listAccountsToCharge(db, runOn)) count += batch.length;
  return count;
}

interface Collection extends BeginOptions {
  readonly lookup: ChargeLookup;
  readonly stopping?: AbortSignal | undefined;
  readonly onCollected: (accountId: string, account: CollectedAccount) => void;
}

/** Begins the charges of some accounts in one transaction as soon as they can all be made, makes each, and so on. */
async function collect(
  portal: PayingPortal,
  accountIds: readonly string[],
  { lookup, stopping, onCollected, ...options }: Collection,
): Promise<void> {
  const { concurrency } = portal.config.autopay;
  const groupSize = Math.min(begunTogether, concurrency);
  const slots = new Semaphore(concurrency);
  const charges: Promise<void>[] = [];
  const make = async ([accountId, begun]: readonly [string, ChargeBegin]) => {
    try {
      onCollected(accountId, 'result' in begun ? begun : await makeCharge(portal, lookup, begun));
    } catch (error) {
      portal.log.error({ err: error, accountId }, 'autopay: charge left to reconciliation');
      onCollected(accountId, nothing('error'));
    }
    slots.release();
  };
  const begin = async (group: readonly string[]) => {
    // A slow charge holds its own slot only.
    await slots.acquire(group.length);
    charges.push(...[...(await beginCharges(portal, group, options))].map(make));
  };
  await inParallel(groupsOf(accountIds, groupSize), Math.floor(concurrency / groupSize), begin, stopping);
  await Promise.all(charges);
}

function groupsOf(accountIds: readonly string[], size: number): string[][] {
  const count = Math.ceil(accountIds.length / size);
  return Array.from({ length: count }, (_, index) => accountIds.slice(index * size, (index + 1) * size));
}

async function makeCharge(
  portal: PayingPortal,
  lookup: ChargeLookup,
  begun: Charge,
): Promise<CollectedAccount> {
  const { state, amountCents } = await chargeAutomatically(portal, lookup, begun);
  if (state === 'COMPLETED') return { result: 'paid', amountCents };
  if (state === 'PENDING') return { result: 'pending', amountCents };
  if (state === 'PLANNED') return nothing('waiting');
  return nothing(state === 'PROCESSING_ERROR' ? 'failed' : 'unknown');
}
