import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forFile } from '../../apps/server/src/testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../apps/server/src/testing/paying-portal.ts';
import { listNodes } from './nodes.ts';

const payments = 200;
const atOnce = 4;
const minuteMs = 60_000;
const portal = forFile(() => startPayingPortal());

test(
  '200 payments while every node is killed in turn: each charge of the processor is one payment, and the other way round',
  async () => {
    const payers: Payer[] = [];
    while (payers.length < payments) payers.push(await portal.buildPayer());
    const superuserUrl = new URL(portal.ownerUrl);
    superuserUrl.username = new URL(process.env.DISTRIBUTED_URL ?? '').username;
    const nodes = await listNodes(superuserUrl.href);
    let isPaying = true;
    let kills = 0;
    const killing = (async () => {
      while (isPaying) {
        // Workers twice as often as the coordinator.
        const node = nodes[[1, 2, 0, 2, 1][kills % 5] ?? 0] ?? nodes[0];
        await sleep(400);
        node?.stop();
        await sleep(200);
        node?.start();
        kills += 1;
      }
    })();
    const answers = new Map<number, number>();
    const waiting = [...payers];
    const pay = async () => {
      for (let payer = waiting.pop(); payer; payer = waiting.pop()) {
        // As a browser does: the same key, until there is an answer.
        for (let tries = 0; tries < 30; tries++) {
          const { statusCode } = await portal.pay(payer, {}, `key-${payer.account.id}`);
          answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
          if (statusCode === 200) break;
          await sleep(300);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, pay));
    isPaying = false;
    await killing;
    console.log(`${kills} kills, answers ${JSON.stringify(Object.fromEntries(answers))}`);
    expect(kills).toBeGreaterThan(5);
    for (let round = 0; round < 12; round++) {
      await portal.passTime(10 * minuteMs);
      await portal.reconcile();
    }
    const stored = await portal.db
      .selectFrom('payment')
      .select(['account_id as accountId', 'state', 'amount_cents as cents'])
      .execute();
    const failures: string[] = [];
    for (const payer of payers) {
      const charges = (await portal.chargesOf(payer)).filter(({ amountCents }) => amountCents > 0);
      const own = stored.filter(({ accountId }) => accountId === payer.account.id);
      const completed = own.filter(({ state }) => state === 'COMPLETED');
      if (charges.length > 1 || charges.length !== completed.length)
        failures.push(`${payer.account.accountNumber}: ${charges.length} charges, ${JSON.stringify(own)}`);
      else if (charges[0] && charges[0].amountCents !== completed[0]?.cents)
        failures.push(`${payer.account.accountNumber}: another amount`);
    }
    expect(failures).toEqual([]);
    expect(stored.filter(({ state }) => ['SUBMITTING', 'UNKNOWN'].includes(String(state)))).toEqual([]);
    expect(await portal.brokenChecks()).toEqual([]);
  },
  9 * minuteMs,
);
