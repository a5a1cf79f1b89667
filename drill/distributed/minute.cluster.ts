import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { forFile } from '../../apps/server/src/testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../apps/server/src/testing/paying-portal.ts';
import { type ClusterNode, listNodes, workerOf } from './nodes.ts';

const phases = { before: 20_000, away: 60_000, after: 20_000 };
const atOnce = 4;
/** Of so many calls of a client, one pays. */
const paysOf = 20;
const soonMs = 3_000;
type Phase = keyof typeof phases;
const portal = forFile(() => startPayingPortal());

interface Answer {
  readonly phase: Phase;
  readonly isAway: boolean;
  readonly statusCode: number;
  readonly ms: number;
}

const quantile = (values: readonly number[], part: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0);

/** Says how many of some answers had each status, and how long they took. */
function describe(answers: readonly Answer[]): string {
  const statuses = Map.groupBy(answers, ({ statusCode }) => statusCode);
  const counts = [...statuses].map(([status, { length }]) => `${length} × ${status}`).toSorted();
  const times = answers.map(({ ms }) => ms);
  return `${counts.join(', ')}; p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms`;
}

/** A customer, and whether the worker that goes away has the account. */
interface PlacedPayer extends Payer {
  readonly isAway: boolean;
}

async function buildPayers(superuserUrl: string, away: ClusterNode): Promise<PlacedPayer[]> {
  const { host } = new URL(away.url);
  const payers: PlacedPayer[] = [];
  while (payers.length < 200) {
    const payer = await portal.buildPayer();
    payers.push({ ...payer, isAway: (await workerOf(superuserUrl, payer.account.id)) === host });
  }
  return payers;
}

const readList = ({ account, accessToken }: Payer) =>
  portal.get('/invoices/all', { billing_account_id: account.id, offset: '0', limit: '10' }, accessToken);

/** Clients that sign in, read, and pay until they are stopped. */
class Load {
  readonly answers: Answer[] = [];
  /** Who did not pay yet. */
  readonly unpaid: PlacedPayer[];
  phase: Phase | undefined = 'before';
  readonly #payers: readonly PlacedPayer[];
  readonly #clients: Promise<unknown>;

  constructor(payers: readonly PlacedPayer[]) {
    this.#payers = payers;
    this.unpaid = [...payers];
    this.#clients = Promise.all(Array.from({ length: atOnce }, (_, n) => this.#visit(n)));
  }

  async stop(): Promise<void> {
    this.phase = undefined;
    await this.#clients;
  }

  async #visit(first: number): Promise<void> {
    for (let n = first; this.phase; n += atOnce) {
      const payer = this.#payers[n % this.#payers.length] as PlacedPayer;
      const { account, accessToken } = payer;
      const query = { AccountNumber: account.accountNumber, customerID: account.customerNumber };
      await this.#note(payer, () => portal.get('/billing/gtv/billing-account/refresh', query, accessToken));
      await this.#note(payer, () => readList(payer));
      await portal.signIn(payer.emailAddress);
      const next = n % paysOf < atOnce ? this.unpaid.pop() : undefined;
      if (next) await this.#note(next, () => portal.pay(next));
    }
  }

  async #note({ isAway }: PlacedPayer, call: () => Promise<LightMyRequestResponse>): Promise<void> {
    const { phase } = this;
    const start = performance.now();
    const { statusCode } = await call();
    // What a change of phase cut in two says nothing.
    if (phase && phase === this.phase)
      this.answers.push({ phase, isAway, statusCode, ms: performance.now() - start });
  }
}

/** Returns the answers of a phase to the customers of the worker that goes away, or to the others. */
const answersOf = ({ answers }: Load, phase: Phase, isAway: boolean) =>
  answers.filter((answer) => answer.phase === phase && answer.isAway === isAway);
const statusesOf = (some: readonly Answer[]) => [...new Set(some.map(({ statusCode }) => statusCode))];

const told: Record<string, string> = {};

test.each([
  { how: 'stopped', leave: 'stop', back: 'start' },
  { how: 'silent', leave: 'pause', back: 'resume' },
] as const)(
  'a worker is $how for a minute under load: its customers are told soon, the others read and pay',
  async ({ how, leave, back }) => {
    const superuserUrl = new URL(portal.ownerUrl);
    superuserUrl.username = new URL(process.env.DISTRIBUTED_URL ?? '').username;
    const away = (await listNodes(superuserUrl.href)).at(-1) as ClusterNode;
    const payers = await buildPayers(superuserUrl.href, away);
    const load = new Load(payers);
    await sleep(phases.before);
    load.phase = 'away';
    away[leave]();
    await sleep(phases.away);
    const start = performance.now();
    away[back]();
    load.phase = 'after';
    const theirs = payers.find(({ isAway }) => isAway) as Payer;
    await expect.poll(async () => (await readList(theirs)).statusCode).toBe(200);
    told[`${how}: its customers read again after`] = `${Math.round(performance.now() - start)} ms`;
    await sleep(phases.after);
    await load.stop();
    for (const phase of Object.keys(phases) as Phase[])
      for (const isAway of [true, false]) {
        const whose = isAway ? 'its customers' : 'the others';
        told[`${how}: ${whose}, ${phase}`] = describe(answersOf(load, phase, isAway));
      }
    writeFileSync(process.env.MEASURE_FILE as string, JSON.stringify(told));
    expect(statusesOf(answersOf(load, 'away', true))).toEqual([503]);
    for (const phase of ['before', 'away'] as const)
      expect(statusesOf(answersOf(load, phase, false))).toEqual([200]);
    for (const isAway of [true, false])
      expect(
        quantile(
          answersOf(load, 'away', isAway).map(({ ms }) => ms),
          0.99,
        ),
      ).toBeLessThan(soonMs);
    for (const payer of load.unpaid) expect((await portal.pay(payer)).statusCode).toBe(200);
    await portal.passTime(600_000);
    await portal.reconcile();
    expect(await portal.brokenChecks()).toEqual([]);
  },
  400_000,
);
