import { describe, expect, onTestFinished, test } from 'vitest';
import {
  accountLine,
  customerLine,
  invoiceLine,
  itemsOf,
  loginLine,
  nextInvoiceLine,
  planLine,
  wholeFile,
} from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { givenCluster } from '../../testing/given-cluster.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());

/** Holds the rows that a statement locks until `end` is called. */
async function hold(sql: string) {
  const client = await desk.pool.connect();
  await client.query('begin');
  await client.query(sql);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

/** Waits until so many sessions of the test's database wait for a lock. */
async function untilWaiting(sessions: number): Promise<void> {
  const query = `select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => await desk.one(query)).toEqual({ count: sessions });
}

const numbered = (index: number) => [
  customerLine({ customerId: `C${index}` }),
  accountLine({ accountNumber: `A${index}`, customerId: `C${index}`, autopay: null }),
  invoiceLine({ invoiceNumber: `I${index}`, accountNumber: `A${index}`, status: 'OPEN', paidOn: null }),
];

// Who waits on a worker is not seen on the coordinator.
describe.skipIf(givenCluster)('at once', () => {
  test('two calls for the same new customer: the second finds what the first wrote', async () => {
    await desk.importWell(planLine());
    const records = wholeFile();
    const changed = [customerLine({ lastName: 'Ruiz' }), ...records.slice(2)];
    const results = await Promise.all([
      desk.callWith(...records),
      desk.callWith(...changed),
      desk.callWith(...records),
    ]);
    expect(results).toEqual([[], [], []]);
    expect(await desk.failedChecks()).toEqual([]);
    expect(await desk.one('select count(*)::int from invoice')).toEqual({ count: 2 });
  });

  test('two calls that change one customer: the second compares with what the first wrote', async () => {
    await desk.importWell(...wholeFile());
    const free = await hold(`select from customer where customer_number = 'C1' for update`);
    const calls = [
      desk.callWith(
        { type: 'customer', customerId: 'C1', lastName: 'Ruiz' },
        nextInvoiceLine({ items: itemsOf('90.00') }),
      ),
      desk.callWith(
        { type: 'customer', customerId: 'C1', firstName: 'Eva' },
        nextInvoiceLine({ items: itemsOf('95.00') }),
      ),
    ];
    await untilWaiting(2);
    await free();
    expect(await Promise.all(calls)).toEqual([[], []]);
    expect(await desk.one('select first_name, last_name from customer')).toEqual({
      first_name: 'Eva',
      last_name: 'Ruiz',
    });
    expect(
      await desk.rows(`select r.content ->> 'firstName' as first, r.content ->> 'lastName' as last
        from import_record r where record_type = 'customer'`),
    ).toEqual([{ first: 'Eva', last: 'Ruiz' }]);
    expect(await desk.failedChecks()).toEqual([]);
  });

  test('two calls that change one login keep what both say', async () => {
    await desk.importWell(...wholeFile());
    const free = await hold(`select from import_record where record_type = 'login' for update`);
    const calls = [
      desk.callWith({ type: 'login', emailAddress: 'ana@example.com', givenName: 'Eva' }),
      desk.callWith({ type: 'login', emailAddress: 'ana@example.com', nickname: 'Evi' }),
    ];
    await untilWaiting(2);
    await free();
    await Promise.all(calls);
    expect(await desk.one('select given_name, nickname from login')).toEqual({
      given_name: 'Eva',
      nickname: 'Evi',
    });
  });

  test('a file and a call for one customer: the file compares with what the call wrote', async () => {
    await desk.importWell(...wholeFile());
    const free = await hold(`select from account for update`);
    const call = desk.callWith(nextInvoiceLine({ items: itemsOf('90.00') }), {
      type: 'account',
      accountNumber: 'A1',
      cycleDay: 7,
    });
    await untilWaiting(1);
    const file = desk.importLines([
      nextInvoiceLine({ items: itemsOf('95.00') }),
      accountLine({ cycleDay: 8 }),
    ]);
    await untilWaiting(2);
    await free();
    expect([await call, (await file).refusals]).toEqual([[], []]);
    expect(await desk.one(`select cycle_day, balance_cents::int as cents from account`)).toEqual({
      cycle_day: 8,
      cents: 9_500,
    });
    expect(await desk.failedChecks()).toEqual([]);
    const unchanged = await desk.everything();
    await desk.importWell(nextInvoiceLine({ items: itemsOf('95.00') }), accountLine({ cycleDay: 8 }));
    expect(await desk.everything()).toEqual(unchanged);
  });

  test('a file and a call for one account: the file takes back what only the call said', async () => {
    await desk.importWell(...wholeFile());
    const free = await hold('select from account for update');
    const call = desk.callWith({ type: 'account', accountNumber: 'A1', pendingCharges: '9.99' });
    await untilWaiting(1);
    const file = desk.importWell(accountLine({ cycleDay: 8 }));
    await untilWaiting(2);
    await free();
    expect(await call).toEqual([]);
    await file;
    expect(await desk.one('select cycle_day, pending_charges_cents::int as cents from account')).toEqual({
      cycle_day: 8,
      cents: 350,
    });
  });

  test('a file and a call for one login: the file takes back what only the call said', async () => {
    await desk.importWell(...wholeFile());
    const free = await hold('select from login for update');
    const call = desk.callWith({ type: 'login', emailAddress: 'ana@example.com', givenName: 'Eva' });
    await untilWaiting(1);
    const file = desk.importWell(loginLine({ nickname: 'Evi' }));
    await untilWaiting(2);
    await free();
    expect(await call).toEqual([]);
    await file;
    expect(await desk.one('select given_name, nickname from login')).toEqual({
      given_name: 'Ana',
      nickname: 'Evi',
    });
  });

  // PostgreSQL ends who waited a second first, once: on a machine that stands still so long it is the other.
  test('a call that another waits for, and that waits for the other, is done again', {
    retry: 2,
  }, async () => {
    await desk.importWell(...wholeFile());
    const other = await desk.pool.connect();
    onTestFinished(() => other.release(true));
    await other.query('begin; select from account for update');
    const call = desk.callWith(
      { type: 'customer', customerId: 'C1', lastName: 'Ruiz' },
      accountLine({ cycleDay: 8 }),
    );
    await untilWaiting(1);
    const taken = other.query('select from customer for update').finally(() => other.query('commit'));
    expect(await Promise.allSettled([call, taken])).toMatchObject([{ value: [] }, { status: 'fulfilled' }]);
    expect(await desk.one('select last_name from customer')).toEqual({ last_name: 'Ruiz' });
  });

  test('a file and calls for many new customers end as if one came after the other', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    const plan = planLine();
    const accounts = numbers.map((index) => ({ accountNumber: `A${index}`, role: 'primary' as const }));
    const login = loginLine({ accounts });
    const ofCalls = async () => {
      const refusals: string[] = [];
      for (const index of numbers) refusals.push(...(await desk.callWith(...numbered(index), plan)));
      return refusals;
    };
    const [file, called] = await Promise.all([
      desk.importLines([plan, ...numbers.toReversed().flatMap(numbered), login]),
      ofCalls(),
    ]);
    expect([file.refusals, called]).toEqual([[], []]);
    expect(await desk.one('select count(*)::int from invoice')).toEqual({ count: 40 });
    expect(await desk.failedChecks()).toEqual([]);
  });
});
