import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { openProcessors } from '../../gateways/card-processor/open-processors.ts';
import {
  buildEnrolled,
  buildPlanned,
  enrollPayer,
  paymentsOf,
  planForToday,
  setDueDate,
} from '../../testing/autopay.ts';
import { chargeDirectly } from '../../testing/charge-directly.ts';
import { closedUrl } from '../../testing/closed-url.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, type PayerOptions, startPayingPortal } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { copyTables } from '../../testing/restored-database.ts';
import { keepCluster } from '../../testing/restored-portal.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { compareAndBook } from '../charging-pause/book-lost-charge.service.ts';
import { chargeReference } from './charge.rules.ts';
import { beat, findPause } from './heartbeat.repository.ts';

// The tests start at noon in New York on Nov 24, 2026. What autopay and planned payments charge is due that day.
const today = '2026-11-24';
const minute = 60_000;

const portal = forFile(() => startPayingPortal());
afterEach(async () => {
  await portal.sandbox.reset();
  await sql`update heartbeat set paused_for = null, paused_at = null, unsure_from = null`.execute(portal.db);
  expect(await portal.brokenChecks()).toEqual([]);
});

const run = (name: string) => runJobs(portal, name);
const autopay = () => run('autopay.run');
const chargePlanned = () => run('payments.charge-planned');
const enrolled = (options: PayerOptions = {}) => buildEnrolled(portal, { ...options, dueOn: today });

const numbersOf = async ({ account }: Payer) =>
  (await readRows(portal.db, 'payment', { account_id: account.id }, 'occurred_at')).map(
    (row) => row.charge_number,
  );
const statesOf = async (payer: Payer) => (await paymentsOf(portal, payer)).map(({ state }) => state);
const referenceOf = ({ account }: Payer, number: number) => chargeReference(account.id, number);
/** What processors charged under an account's first numbers. */
async function chargedOf(payer: Payer): Promise<[number, number, string][]> {
  const charges = await portal.sandbox.charges();
  const found = Array.from({ length: 9 }, (_, index) => index + 1).flatMap((number) =>
    charges
      .filter(({ reference }) => reference === referenceOf(payer, number))
      .map(({ amountCents, state }): [number, number, string] => [number, amountCents, state]),
  );
  return found;
}

/** Puts an earlier copy of the database in place of itself within minutes, which nobody notices. */
async function lose(happen: () => Promise<unknown>): Promise<void> {
  const backup = await copyTables(portal.ownerUrl, inject('testPostgres').superuserUrl);
  await happen();
  await backup.restore();
  await keepCluster(portal);
}

/** Gives a payer's method a token that the processor charges. */
async function curesCard(payer: Payer, options: PayerOptions = {}): Promise<void> {
  const { methodId: id } = await portal.buildPayer(options);
  const { token_sealed } = await readRow(portal.db, 'payment_method', { id });
  await changeRows(portal.db, 'payment_method', { id: payer.methodId }, { token_sealed });
}

/** Books a payer's accepted charges as Orbital's settlement file has them. */
async function settle(payer: Payer): Promise<void> {
  const charges = await portal.sandbox.charges();
  const own = charges.filter(
    ({ reference, state }) =>
      [1, 2, 3, 4, 5, 6].some((number) => reference === referenceOf(payer, number)) && state !== 'declined',
  );
  const paying = { ...portal.portal, processors: openProcessors(portal.portal.config) };
  const records = own.map(({ id, at, reference, amountCents }) => ({
    reference: reference ?? '',
    ...{ amountCents, transaction: id, at: new Date(at), lastFour: '4242' },
  }));
  await compareAndBook(paying, 'orbital', { charges: records, refunds: [] });
}

test('[CHARGE-5] the database and the server derive the same order number', async () => {
  for (let round = 0; round < 50; round += 1) {
    const [account, number] = [randomUUID(), round === 0 ? 1 : randomInt(1, 2 ** 31)];
    const { rows } = await sql<{ reference: string }>`
      select charge_reference(${account}, ${number}::int) as reference`.execute(portal.db);
    expect(rows[0]?.reference).toBe(chargeReference(account, number));
    expect(rows[0]?.reference).toMatch(/^[1-9]\d{15}$/);
  }
});

test('[CHARGE-5] pressed, planned, and automatic charges of an account have consecutive numbers', async () => {
  const payer = await portal.buildPayer({ bills: [9_000] });
  await portal.pay(payer, { amount: 20 });
  await planForToday(portal, payer, { amount: 30 });
  await chargePlanned();
  await setDueDate(portal, payer, today);
  await enrollPayer(portal, payer);
  await autopay();
  expect(await chargedOf(payer)).toEqual([
    [1, 2_000, 'captured'],
    [2, 3_000, 'captured'],
    [3, 4_000, 'captured'],
  ]);
  expect((await numbersOf(payer)).toSorted()).toEqual([1, 2, 3]);
});

test('[CHARGE-5] a reference that another charge has is passed over', async () => {
  const [payer, other] = [await portal.buildPayer(), await portal.buildPayer()];
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers', calls: 1 });
  await portal.pay(other);
  const references = (reference: string) =>
    changeRows(portal.db, 'payment', { account_id: other.account.id }, { processor_reference: reference });
  await references(referenceOf(payer, 1));
  await portal.pay(payer);
  expect(await chargedOf(payer)).toEqual([[2, 8_499, 'captured']]);
  expect(await numbersOf(payer)).toEqual([2]);
  await references(referenceOf(other, 1));
});

test('[CHARGE-5] a payment whose call never left gives its number up, and the next charge draws it again', async () => {
  const away = await startPayingPortal({ ORBITAL_URL: await closedUrl() });
  try {
    const payer = await away.buildPayer();
    for (const amount of [20, 30]) expect((await away.pay(payer, { amount })).statusCode).toBe(503);
    const stored = await readRows(away.db, 'payment', { account_id: payer.account.id });
    expect(stored.map((row) => [row.charge_number, row.processor_reference])).toEqual([
      [null, null],
      [null, null],
    ]);
    const drawn = await readRows(away.db, 'audit_entry', {
      account_id: payer.account.id,
      action: 'payments.submitted',
    });
    const reference = referenceOf(payer, 1);
    expect(drawn.map(({ detail }) => detail)).toMatchObject([{ reference }, { reference }]);
  } finally {
    await away.close();
  }
});

describe('a decline at Orbital that was lost', () => {
  test('[CHARGE-5] is passed over by a pressed payment, which is charged once', async () => {
    const payer = await portal.buildPayer({ token: 'visa-4242-funds' });
    await lose(() => portal.pay(payer));
    await curesCard(payer);
    expect((await portal.pay(payer)).json().status).toBe('COMPLETED');
    expect(await numbersOf(payer)).toEqual([2]);
    expect(await chargedOf(payer)).toEqual([[2, 8_499, 'captured']]);
    expect(await portal.balanceCents(payer)).toBe(0);
  });

  test('[CHARGE-5] is passed over by autopay, which is charged once and finds what came after it', async () => {
    const [payer, paid] = [
      await enrolled({ token: 'visa-4242-funds' }),
      await enrolled({ token: 'visa-4242-funds' }),
    ];
    await lose(async () => {
      await portal.pay(payer);
      await portal.pay(paid);
      await curesCard(paid);
      await portal.pay(paid);
    });
    await curesCard(payer);
    await curesCard(paid);
    await autopay();
    expect([await statesOf(payer), await numbersOf(payer)]).toEqual([['COMPLETED'], [2]]);
    expect(await portal.balanceCents(payer)).toBe(0);
    expect([await statesOf(paid), await numbersOf(paid)]).toEqual([['UNKNOWN'], [2]]);
    expect(await chargedOf(paid)).toEqual([[2, 8_499, 'captured']]);
    await settle(paid);
    expect([await statesOf(paid), await portal.balanceCents(paid)]).toEqual([['COMPLETED'], 0]);
  });
});

describe('a pressed charge at Orbital that was lost, unnoticed', () => {
  const pressed =
    (fields: object = {}) =>
    async (payer: Payer) =>
      void (await portal.pay(payer, { ...fields }));
  const press = { again: async (payer: Payer) => void (await portal.pay(payer)), isPress: true };
  const byAutopay = {
    again: async (payer: Payer) => {
      await setDueDate(portal, payer, today);
      await autopay();
    },
    isPress: false,
  };
  const byPlan = { again: chargePlanned, isPress: false };
  const kinds = [
    ['a press', press, () => portal.buildPayer()],
    ['autopay', byAutopay, () => buildEnrolled(portal)],
    ['a plan', byPlan, async () => (await buildPlanned(portal)).payer],
  ] as const;

  test.each(kinds)(
    '[CHARGE-5] holds its account alone where %s meets it, and is settled by a row of the same amount',
    async (_kind, { again, isPress }, build) => {
      const [payer, other] = [await build(), await build()];
      await lose(() => pressed()(payer));
      await again(payer);
      if (isPress) await again(other);
      expect(await statesOf(payer)).toEqual(['UNKNOWN']);
      expect(await portal.balanceCents(payer)).toBe(8_499);
      expect(await portal.balanceCents(other)).toBe(isPress || build === kinds[2][2] ? 0 : 8_499);
      const refused = await portal.pay(payer, { amount: 50 });
      expect(refused.json()).toMatchObject({ status: 409, code: 'payments.in-progress' });
      await portal.passTime(2 * minute);
      await portal.reconcile();
      await again(payer);
      expect(await chargedOf(payer)).toEqual([[1, 8_499, 'captured']]);
      const held = await readRow(portal.db, 'payment', { account_id: payer.account.id });
      await settle(payer);
      const rows = await readRows(portal.db, 'payment', { account_id: payer.account.id });
      const states = Object.fromEntries(rows.map((row) => [row.id === held.id ? 'held' : 'found', row]));
      if (isPress) {
        expect(states.held).toMatchObject({ state: 'PROCESSING_ERROR', charge_number: null });
        expect(states.found).toMatchObject({ state: 'COMPLETED', charge_number: 1, login_id: null });
      } else {
        expect(rows).toHaveLength(1);
        expect(states.held).toMatchObject({ state: 'COMPLETED', charge_number: 1 });
      }
      expect(await portal.balanceCents(payer)).toBe(0);
      await again(payer);
      expect((await chargedOf(payer)).filter(([number]) => number === 1)).toHaveLength(1);
    },
  );

  test.each(kinds)(
    '[CHARGE-5] holds its account where %s meets it, and is booked by a row of another amount',
    async (_kind, { again }, build) => {
      const payer = await build();
      await lose(() => pressed({ amount: 20 })(payer));
      await again(payer);
      expect(await statesOf(payer)).toEqual(['UNKNOWN']);
      await settle(payer);
      const rows = await readRows(portal.db, 'payment', { account_id: payer.account.id });
      expect(rows.map((row) => [row.state, row.amount_cents, row.charge_number])).toEqual(
        expect.arrayContaining([
          ['COMPLETED', 2_000, 1],
          ['PROCESSING_ERROR', 8_499, null],
        ]),
      );
      expect(rows).toHaveLength(2);
      expect(await portal.balanceCents(payer)).toBe(6_499);
      expect((await portal.pay(payer, { amount: 64.99 })).json().status).toBe('COMPLETED');
      expect(await chargedOf(payer)).toEqual([
        [1, 2_000, 'captured'],
        [2, 6_499, 'captured'],
      ]);
    },
  );
});

test('[CHARGE-5] while the time is unsure, a charge is found beyond a number that its processor does not have', async () => {
  const [unsure, sure] = [await enrolled(), await enrolled()];
  for (const payer of [unsure, sure])
    await chargeDirectly(portal, 'orbital', { reference: referenceOf(payer, 5), token: 'visa-4242' });
  await setDueDate(portal, sure, '2026-12-24');
  await sql`update heartbeat set unsure_from = now() - interval '1 day'`.execute(portal.db);
  await autopay();
  expect([await statesOf(unsure), await numbersOf(unsure)]).toEqual([['UNKNOWN'], [5]]);
  await sql`update heartbeat set unsure_from = null`.execute(portal.db);
  await setDueDate(portal, sure, today);
  await autopay();
  expect([await statesOf(sure), await numbersOf(sure)]).toEqual([['COMPLETED'], [1]]);
});

describe('at TranSafe', () => {
  const atTransafe = { processor: 'transafe' } as const;

  test('[CHARGE-5] of two rows of one order, that of our time counts', async () => {
    const payer = await portal.buildPayer(atTransafe);
    await chargeDirectly(portal, 'transafe', { reference: referenceOf(payer, 1) });
    await portal.passTime(5 * minute);
    await portal.sandbox.control({ ...atTransafe, mode: 'repeats-orders', calls: 1 });
    expect((await portal.pay(payer)).json().status).toBe('COMPLETED');
    const rows = await portal.sandbox.charges(referenceOf(payer, 1));
    const newest = rows.toSorted((one, other) => other.at.localeCompare(one.at))[0];
    const { processor_transaction } = await readRow(portal.db, 'payment', { account_id: payer.account.id });
    expect([rows.length, processor_transaction]).toEqual([2, newest?.id]);
  });

  test('[CHARGE-5] a pressed payment during a pause meets a lost one, and is not charged', async () => {
    const payer = await portal.buildPayer(atTransafe);
    await lose(() => portal.pay(payer, { amount: 20 }));
    await sql`update heartbeat set timeline = '00000000', beat_at = now()`.execute(portal.db);
    await beat(portal.db);
    expect((await findPause(portal.db))?.reason).toBe('promoted');
    await portal.sandbox.control({ ...atTransafe, mode: 'repeats-orders' });
    expect((await portal.pay(payer)).json().status).toBe('PENDING');
    expect(await statesOf(payer)).toEqual(['UNKNOWN']);
    expect(await chargedOf(payer)).toEqual([[1, 2_000, 'captured']]);
  });
});

test('[CHARGE-5] other plans of an account whose day had come end with a mail when a lost charge is booked', async () => {
  const { payer, id } = await buildPlanned(portal, { fields: { amount: 30 } });
  const later = (await portal.pay(payer, { amount: 10, payment_date: '2026-11-25' })).json().id;
  await lose(() => portal.pay(payer, { amount: 20 }));
  await settle(payer);
  const stateOf = async (plan: string) => (await readRow(portal.db, 'payment', { id: plan })).state;
  expect([await stateOf(id), await stateOf(later)]).toEqual(['CANCELLED', 'PLANNED']);
  expect(await portal.mailsOf(payer)).toContain('payment-missed');
  await chargePlanned();
  expect(await chargedOf(payer)).toEqual([[1, 2_000, 'captured']]);
});
