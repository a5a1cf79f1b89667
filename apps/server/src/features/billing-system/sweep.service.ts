import { setTimeout as sleep } from 'node:timers/promises';
import { type BillingList, billingLists } from '../../gateways/billing-system/billing-system.ts';
import { findAccountId } from '../../platform/database/account-lookup.ts';
import { type BillingPortal, noteAnswered, noteUnanswered, readAccount } from './read-account.service.ts';
import {
  askForFirstReading,
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
/** The accounts are listed anew after this: one that could not be taken, or was missed, is found. */
const listAnewAfterMs = 86_400_000;

/**
 * Reads what is asked for, then what is new, then the accounts that were read longest ago, at the pace of all servers, until
 * nothing is left or the round is over.
 */
export async function followBilling(portal: BillingPortal, stopping?: AbortSignal): Promise<void> {
  const endsAt = performance.now() + roundMs;
  const isOver = () => stopping?.aborted === true || performance.now() > endsAt;
  let isSwept = false;
  const work = async (isSweeper: boolean) => {
    while (!isOver()) {
      const pauseMs = await findPause(portal.db);
      if (pauseMs > 0) await sleep(Math.min(pauseMs, lookMs));
      else if (!(await readNext(portal, isSweeper))) {
        if (isSweeper || isSwept) break;
        await sleep(lookMs);
      }
    }
  };
  // One at a time of what nobody waits for: many at once would slow down the customers of a small server.
  const sweeper = work(true).finally(() => {
    isSwept = true;
  });
  await Promise.all([sweeper, ...Array.from({ length: workers - 1 }, () => work(false))]);
}

/** Does the next thing; false if there is none. A sweeper also does what nobody asked for. */
async function readNext(portal: BillingPortal, isSweeper: boolean): Promise<boolean> {
  const { db, clock } = portal;
  const now = clock.now();
  const due = await claimDueReading(db, now);
  if (due) return (await readAccount(portal, due, { isFirst: due.readAt === null })) !== 'unavailable';
  if (!isSweeper) return false;
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
    if (!(await askOrRead(portal, accountNumber, { list, isFirst }))) {
      await moveCursor(db, cursor, 0);
      return false;
    }
  if (isFirst && answer.isLast) await readAllKnown(db);
  await moveCursor(db, nextCursor(cursor, answer, clock.now()), answer.isLast ? listSeconds : 0);
  return true;
}

/** How far a list was read by a page of it. The accounts begin anew when they were listed long ago. */
function nextCursor(
  { list, completedAt }: Cursor,
  { lastId, isLast }: { readonly lastId: string | null; readonly isLast: boolean },
  now: Date,
): Cursor {
  if (!isLast) return { list, afterId: lastId, completedAt };
  const isOld = completedAt !== null && now.getTime() - completedAt.getTime() > listAnewAfterMs;
  if (list === 'accounts' && isOld) return { list, afterId: null, completedAt: now };
  return { list, afterId: lastId, completedAt: completedAt ?? now };
}

interface Listed {
  readonly list: BillingList;
  /** The accounts are listed for the first time. */
  readonly isFirst: boolean;
}

/** Asks for a reading of an account with something new; reads one that is new here at once. False without an answer. */
async function askOrRead(
  portal: BillingPortal,
  accountNumber: string,
  { list, isFirst }: Listed,
): Promise<boolean> {
  const accountId = await findAccountId(portal.db, accountNumber);
  if (!accountId) return await readNew(portal, accountNumber, isFirst);
  const now = portal.clock.now();
  if (list !== 'accounts') await askForReading(portal.db, accountId, now);
  // At first the sweep reads them all: nobody who looks meanwhile waits behind them.
  else if (!isFirst) await askForFirstReading(portal.db, accountId, now);
  return true;
}

async function readNew(portal: BillingPortal, accountNumber: string, isFirst: boolean): Promise<boolean> {
  const read = async (isDoubtful: boolean) => {
    const startedAt = portal.clock.now();
    const reading = { accountId: null, accountNumber, number: 0, startedAt, readAt: null, isDoubtful };
    return await readAccount(portal, reading, { isFirst });
  };
  const outcome = await read(false);
  return (outcome === 'doubtful' ? await read(true) : outcome) !== 'unavailable';
}
