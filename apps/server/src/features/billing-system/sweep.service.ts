import { setTimeout as sleep } from 'node:timers/promises';
import { billingLists } from '../../gateways/billing-system/billing-system.ts';
import { findAccountId } from '../../platform/database/account-lookup.ts';
import { type BillingPortal, noteAnswered, noteUnanswered, readAccount } from './read-account.service.ts';
import {
  askForReading,
  type Cursor,
  claimDueReading,
  claimList,
  claimOldReading,
  findPause,
  moveCursor,
  readAllKnown,
} from './reading.repository.ts';

const roundMs = 20_000;
const lookMs = 250;
const workers = 4;
/** New records are looked for again after this. */
const listSeconds = 10;
/** An account of which nothing is known to have changed is read again after this, as far as the pace allows. */
const sweepAfterMs = 600_000;

/**
 * Reads what is asked for, then what is new, then the accounts that were read longest ago, at the pace of all servers, until
 * nothing is left or the round is over.
 */
export async function followBilling(portal: BillingPortal, stopping?: AbortSignal): Promise<void> {
  const endsAt = performance.now() + roundMs;
  const isOver = () => stopping?.aborted === true || performance.now() > endsAt;
  const work = async () => {
    while (!isOver()) {
      const pauseMs = await findPause(portal.db);
      if (pauseMs > 0) await sleep(Math.min(pauseMs, lookMs));
      else if (!(await readNext(portal))) return;
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

/** Does the next thing; false if there is none. */
async function readNext(portal: BillingPortal): Promise<boolean> {
  const { db, clock } = portal;
  const now = clock.now();
  const due = await claimDueReading(db, now);
  if (due) return (await readAccount(portal, due, { isFirst: due.readAt === null })) !== 'unavailable';
  const list = await claimList(db, billingLists);
  if (list) return await readList(portal, list);
  const old = await claimOldReading(db, now, new Date(now.getTime() - sweepAfterMs));
  if (!old) return false;
  return (await readAccount(portal, old, { isFirst: old.readAt === null })) !== 'unavailable';
}

/** Reads a page of what is new in a list. The other lists begin with what is new from then on: accounts bring the rest. */
async function readList(portal: BillingPortal, cursor: Cursor): Promise<boolean> {
  const { db, billingSystem, clock } = portal;
  const { list, afterId, completedAt } = cursor;
  const isBeginning = list !== 'accounts' && completedAt === null;
  const answer = await (isBeginning ? billingSystem.findLast(list) : billingSystem.listAfter(list, afterId));
  if (answer.outcome === 'unavailable') {
    await noteUnanswered(portal, answer, { list });
    await moveCursor(db, cursor, 0);
    return false;
  }
  await noteAnswered(portal, answer.calls);
  const isFirst = list === 'accounts' && completedAt === null;
  for (const accountNumber of answer.accountNumbers)
    if (!(await askOrRead(portal, accountNumber, isFirst))) return false;
  if (isFirst && answer.isLast) await readAllKnown(db);
  const completed = answer.isLast ? clock.now() : null;
  const next = { list, afterId: answer.lastId, completedAt: completedAt ?? completed };
  await moveCursor(db, next, answer.isLast ? listSeconds : 0);
  return true;
}

/** Asks for a reading of an account with something new; reads one that is new here at once. False without an answer. */
async function askOrRead(portal: BillingPortal, accountNumber: string, isFirst: boolean): Promise<boolean> {
  const accountId = await findAccountId(portal.db, accountNumber);
  if (!accountId) return await readNew(portal, accountNumber, isFirst);
  // The sweep reads them all: nobody who looks meanwhile waits behind them.
  if (!isFirst) await askForReading(portal.db, accountId, portal.clock.now());
  return true;
}

async function readNew(portal: BillingPortal, accountNumber: string, isFirst: boolean): Promise<boolean> {
  const reading = { accountId: null, accountNumber, number: 0, readAt: null, isDoubtful: false };
  const outcome = await readAccount(portal, { ...reading, startedAt: portal.clock.now() }, { isFirst });
  return outcome !== 'unavailable';
}
