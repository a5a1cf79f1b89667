import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { demoFile } from '../../../sandbox/src/personas/personas.ts';
import { forEachTest } from '../testing/for-tests.ts';
import { startTestImport } from '../testing/test-import.ts';

const run = promisify(execFile);
const program = (path: string) => fileURLToPath(new URL(`../../../sandbox/src/${path}`, import.meta.url));
const maximumOutputBytes = 100_000_000;

async function print(path: string, ...options: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [program(path), ...options], {
    maxBuffer: maximumOutputBytes,
  });
  return stdout;
}

const testImport = forEachTest(() => startTestImport());

describe('the demo customers stay current', () => {
  test.each(['2026-11-24', '2027-02-28', '2028-02-29', '2027-01-01', '2026-12-31', '2027-03-31'])(
    'their file is consistent on %s',
    async (today) => {
      testImport.clock.set(`${today}T17:00:00Z`);
      const { refusals } = await testImport.importLines(demoFile(today));
      expect(refusals).toEqual([]);
      expect(await testImport.failedChecks()).toEqual([]);
      const balances = await testImport.rows<{
        account_number: string;
        cents: number;
        due_on: string | null;
      }>(
        `select account_number, balance_cents as cents,
           (select min(due_on) from invoice i where i.account_id = a.id and open_cents > 0) as due_on from account a`,
      );
      const of = (number: string) => balances.find(({ account_number }) => account_number === number);
      expect(String(of('100200301')?.due_on) > today).toBe(true);
      expect(of('100200303')).toMatchObject({ cents: 0, due_on: null });
      expect(String(of('100200304')?.due_on) < today).toBe(true);
      expect(of('100200310')?.cents).toBeLessThan(0);
      const [late] = await testImport.rows('select count(*) as bills from invoice where issued_on > $1', [
        today,
      ]);
      expect(late).toEqual({ bills: 0 });
    },
  );

  test('the program prints their file', async () => {
    const today = '2026-11-24';
    const printed = await print('personas/print.ts', '--jsonl', '--today', today);
    expect(printed.split('\n').map((line) => line && JSON.parse(line))).toEqual([...demoFile(today), '']);
  });
});

describe('a generated population', () => {
  test('of 200 accounts is consistent, and the same seed generates the same one', async () => {
    const options = ['--accounts', '200', '--seed', '7', '--today', '2026-11-24'];
    const file = await print('population/print.ts', ...options);
    expect(await print('population/print.ts', ...options)).toBe(file);
    // One account is how the file begins, unless the seed is another.
    const beginning = (seed: string) =>
      print('population/print.ts', '--accounts', '1', '--seed', seed, '--today', '2026-11-24');
    expect([file.startsWith(await beginning('7')), file.startsWith(await beginning('8'))]).toEqual([
      true,
      false,
    ]);
    const { refusals } = await testImport.importLines(file);
    expect(refusals).toEqual([]);
    expect(await testImport.failedChecks()).toEqual([]);
    const [counts] = await testImport.rows(`
      select (select count(*) from account) as accounts, (select count(*) from login) as logins,
        (select count(*) from invoice where kind = 'cycle' and reversed_on is null) as bills, (select count(distinct balance_cents) > 50 from account) as is_varied`);
    expect(counts).toEqual({ accounts: 200, logins: 200, bills: 2400, is_varied: true });
  });
});
