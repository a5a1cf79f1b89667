import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import {
  accountLine,
  customerLine,
  loginLine,
  nextInvoiceLine,
  paymentLine,
  planLine,
  wholeFile,
} from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { givenCluster } from '../../testing/given-cluster.ts';
import { startTestImport } from '../../testing/test-import.ts';
import { importFile } from './import.service.ts';
import { inSnapshot } from './write/import.passes.service.ts';

const desk = forEachTest(() => startTestImport());

describe('a customer with one of everything', () => {
  test.each([
    ['as a provider would write it', (lines: object[]) => lines],
    ['backwards', (lines: object[]) => lines.toReversed()],
    [
      'in no order',
      (lines: object[]) => lines.toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length),
    ],
  ])('comes in %s', async (_order, arrange) => {
    const { refusals, lines } = await desk.importLines(arrange(wholeFile()));
    expect(refusals).toEqual([]);
    expect(lines).toBe(9);
    expect(await desk.failedChecks()).toEqual([]);
    const [account] = await desk.rows(
      `select a.*, c.customer_number from account a join customer c on c.id = a.customer_id`,
    );
    expect(account).toMatchObject({
      customer_number: 'C1',
      monthly_price_cents: 7999,
      balance_cents: 8499,
    });
    const pin = { keyId: account?.pin_key_id, bytes: account?.pin_sealed };
    expect(desk.secrets.open(pin, 'account.pin')).toBe('1234');
  });

  test('has bills, payments and what they leave open', async () => {
    await desk.importLines(wholeFile());
    expect(
      await desk.rows(`select invoice_number, amount_cents, open_cents, paid_on, previous_balance_cents,
        payments_received_cents, original_due_on from invoice order by issued_on`),
    ).toEqual([
      {
        invoice_number: 'I1',
        amount_cents: 8499,
        open_cents: 0,
        paid_on: '2026-10-20',
        previous_balance_cents: 0,
        payments_received_cents: 0,
        original_due_on: '2026-10-26',
      },
      {
        invoice_number: 'I2',
        amount_cents: 8499,
        open_cents: 8499,
        paid_on: null,
        previous_balance_cents: 0,
        payments_received_cents: 8499,
        original_due_on: '2026-11-26',
      },
    ]);
    expect(
      await desk.rows(
        'select debit, credit, amount_cents, occurred_on from ledger_posting order by occurred_on, amount_cents',
      ),
    ).toEqual([
      { debit: 'receivable', credit: 'tax', amount_cents: 500, occurred_on: '2026-10-05' },
      { debit: 'receivable', credit: 'revenue', amount_cents: 7999, occurred_on: '2026-10-05' },
      { debit: 'cash', credit: 'receivable', amount_cents: 8499, occurred_on: '2026-10-20' },
      { debit: 'receivable', credit: 'tax', amount_cents: 500, occurred_on: '2026-11-05' },
      { debit: 'receivable', credit: 'revenue', amount_cents: 7999, occurred_on: '2026-11-05' },
    ]);
  });

  test('a PIN and a processor’s token appear nowhere in the clear', async () => {
    await desk.importLines(wholeFile());
    const records = await desk.rows<{ content: { pin?: unknown; token?: unknown } }>(
      'select content from import_record',
    );
    expect(records).toHaveLength(9);
    const text = JSON.stringify(await desk.everything());
    expect(text).not.toContain('visa-4242-secret');
    expect(text).not.toContain('"1234"');
  });
});

describe('the same file again', () => {
  test('changes nothing, not even a row’s version', async () => {
    await desk.importLines(wholeFile());
    const before = await desk.everything();
    desk.clock.advance(86_400_000);
    const again = await desk.importLines(wholeFile().toReversed());
    expect(again).toEqual({ lines: 9, refusedLines: 0, refusals: [] });
    expect(await desk.everything()).toEqual(before);
  });

  test('a record twice in one file, word for word, counts once', async () => {
    const { refusals } = await desk.importLines([...wholeFile(), paymentLine(), customerLine()]);
    expect(refusals).toEqual([]);
    expect(await desk.rows('select id from payment')).toHaveLength(1);
  });
});

describe('--check', () => {
  /** Runs `work` while logins are locked: what it starts waits there, and `meanwhile` runs. */
  async function heldAtLogins<T>(work: () => Promise<T>, meanwhile: () => Promise<void>): Promise<T> {
    const owner = new pg.Client(desk.ownerUrl);
    await owner.connect();
    await owner.query('begin; lock table login in access exclusive mode');
    const held = work();
    const waiting = "select from pg_locks where relation = 'login'::regclass and not granted";
    while ((await owner.query(waiting)).rowCount === 0) await setTimeout(10);
    await meanwhile();
    await owner.query('rollback');
    await owner.end();
    return await held;
  }
  const later = wholeFile().filter(({ type }) => type !== 'login');
  const price = () => desk.one('select monthly_price_cents from plan');

  test('a check that is still running holds up no import, and sees nothing of it', async () => {
    await desk.importWell(...wholeFile());
    const changed = [
      ...wholeFile().with(0, planLine({ monthlyPrice: '80.00' })),
      loginLine({ nickname: 'A' }),
      loginLine({ emailAddress: 'b@example.com', accounts: [{ accountNumber: 'A2', role: 'member' }] }),
    ];
    const checked = await heldAtLogins(
      () => desk.importLines([...changed, nextInvoiceLine({ invoiceNumber: 'I9' })], { isDryRun: true }),
      async () => {
        const lines = [
          planLine({ monthlyPrice: '81.00' }),
          customerLine({ firstName: 'Bea' }),
          ...later.slice(2),
          accountLine({ accountNumber: 'A2', autopay: null }),
        ];
        // All that the check read is of one transaction, which is still open.
        expect(
          await desk.rows(
            "select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database() where relation = 'plan'::regclass",
          ),
        ).toHaveLength(1);
        expect((await desk.importLines(lines)).refusals).toEqual([]);
        expect(await price()).toEqual({ monthly_price_cents: 8100 });
      },
    );
    expect(checked.refusals.map(({ field }) => field)).toEqual([
      'emailAddress',
      'accounts[0].accountNumber',
      'periodStart',
    ]);
    expect(await price()).toEqual({ monthly_price_cents: 8100 });
    expect(await desk.failedChecks()).toEqual([]);
  });

  test('reads one snapshot, in which nothing can be written', async () => {
    const client = await desk.pool.connect();
    const settings =
      "select current_setting('transaction_isolation') || current_setting('transaction_read_only') as is";
    const { rows } = await inSnapshot(client, () => client.query(settings));
    client.release();
    expect(rows).toEqual([{ is: 'repeatable readon' }]);
  });

  test('an import that is still running holds up no check', async () => {
    const imported = await heldAtLogins(
      () => desk.importLines(wholeFile()),
      async () => expect(await desk.refusalsOf(later)).toEqual([]),
    );
    expect(imported.refusals).toEqual([]);
  });

  test('knows the plans of its file by their price, and those of the database', async () => {
    await desk.importLines([planLine({ planId: 'F1' })]);
    const account = accountLine({ autopay: null });
    const others = ['F1', 'F2'].map((planId, index) => ({ ...account, planId, accountNumber: `B${index}` }));
    expect(await desk.refusalsOf([planLine(), customerLine(), account, ...others])).toEqual([
      'line 5: planId: "F2" is neither in the file nor known',
    ]);
  });

  test('finds what an import would refuse and leaves nothing behind', async () => {
    const before = await desk.everything();
    const lines = [...wholeFile(), paymentLine({ externalId: 'P2', amount: '10.00' })];
    const checked = await desk.importLines(lines, { isDryRun: true });
    expect(await desk.everything()).toEqual(before);
    const imported = await desk.importLines(lines);
    expect(checked).toEqual(imported);
    expect(imported.refusals).not.toEqual([]);
  });

  test('leaves an imported file as it is, whatever the checked one says', async () => {
    await desk.importLines(wholeFile());
    const before = await desk.everything();
    await desk.importLines([customerLine({ phoneNumber: '6145550199' })], { isDryRun: true });
    expect(await desk.everything()).toEqual(before);
  });
});

// Who waits on a worker is not seen on the coordinator.
test.skipIf(givenCluster).each(['customer', 'account'])(
  'an import waits for who changes the %s',
  async (table) => {
    await desk.importWell(...wholeFile());
    const owner = new pg.Client(desk.ownerUrl);
    await owner.connect();
    await owner.query(`begin; select from ${table} for update`);
    const importing = desk.importLines([customerLine({ firstName: 'Bea' }), accountLine({ cycleDay: 7 })]);
    const waiting =
      "select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    let queries: { query: string }[] = [];
    for (let tries = 0; queries.length === 0 && tries < 100; tries += 1) {
      await setTimeout(20);
      // Its own role shows what it does.
      ({ rows: queries } = await desk.pool.query(waiting));
    }
    await owner.query('rollback');
    await owner.end();
    expect((await importing).refusals).toEqual([]);
    expect(queries[0]?.query).toMatch(/^\s*select .*for update( of c)?$/s);
  },
);

test('an import while another one runs says why it is not done, and the next one is', async () => {
  const running = await desk.pool.connect();
  await running.query("select pg_advisory_lock(hashtext('import'))");
  await expect(desk.importLines(wholeFile())).rejects.toThrow(
    'Another import is running; wait until it ends',
  );
  await running.query("select pg_advisory_unlock(hashtext('import'))");
  running.release();
  await desk.importLines(wholeFile());
  expect(await desk.failedChecks()).toEqual([]);
});

test('an import whose file breaks off leaves nothing behind that the next one finds', async () => {
  async function* broken() {
    yield Buffer.from(`${JSON.stringify(customerLine())}\n`);
    throw new Error('broken off');
  }
  const options = { isDryRun: false, onRefusal: () => undefined };
  const importing = importFile(broken(), options, { ...desk, timeZone: 'America/New_York' });
  await expect(importing).rejects.toThrow('broken off');
  expect((await desk.importLines(wholeFile())).refusals).toEqual([]);
});
