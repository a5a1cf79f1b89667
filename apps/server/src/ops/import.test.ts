import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerLine, planLine, wholeFile } from '../testing/builders/import-lines.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { testSettings } from '../testing/portal.ts';
import { runOps } from '../testing/run-ops.ts';

let database: TestDatabase;
let folder: string;
let owner: Record<string, string> = {};
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'myaccount-import-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

/** Runs an ops command like an operator. */
const ops = (...command: string[]) => runOps({ ...testSettings(database.url), ...owner }, command);

function fileOf(lines: readonly object[]): string {
  const file = join(folder, 'customers.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

test('says what is refused as JSON, the causes that explain others first', async () => {
  const lines = wholeFile().with(1, customerLine({ pin: '12' }));
  const mails = ['a', 'b', 'b'].map((name, index) => ({
    ...customerLine({ customerId: `C${index + 7}`, emailAddress: name }),
  }));
  const file = fileOf([...lines, ...mails, { type: 'visit' }]);
  const { code, out, err } = await ops('import', file, '--check', '--json');
  expect(code).toBe(1);
  expect(err).toMatch(/^Reading: .*\nChecking: .*\n$/);
  const { causes, refusals, ...result } = JSON.parse(out);
  expect(result).toEqual({ lines: 13, refusedLines: 12, isDryRun: true });
  const own = { isDependent: false };
  const dependent = { isDependent: true };
  expect(causes).toEqual([
    {
      type: 'customer',
      field: 'emailAddress',
      reason: 'must be an e-mail address',
      lines: 3,
      firstLine: 10,
      ...own,
    },
    { type: 'customer', field: 'pin', reason: 'must be 4 digits', lines: 1, firstLine: 2, ...own },
    {
      type: null,
      field: 'type',
      reason: expect.stringContaining('must be one of plan'),
      lines: 1,
      firstLine: 13,
      ...own,
    },
    {
      type: 'invoice',
      field: 'accountNumber',
      reason: '"…" is refused (line …)',
      lines: 2,
      firstLine: 5,
      ...dependent,
    },
    expect.objectContaining({ type: 'account', field: 'customerId', lines: 1, ...dependent }),
    expect.objectContaining({ type: 'paymentMethod', lines: 1, ...dependent }),
    expect.objectContaining({ type: 'payment', lines: 1, ...dependent }),
    expect.objectContaining({ type: 'appointment', lines: 1, ...dependent }),
    expect.objectContaining({ type: 'login', field: 'accounts[].accountNumber', lines: 1, ...dependent }),
  ]);
  expect(refusals).toHaveLength(12);
  expect(refusals[0]).toEqual({ line: 2, field: 'pin', reason: 'must be 4 digits' });
});

test('an operator makes a dry run, sees the errors, and imports the corrected file', async () => {
  const bad = await ops('import', fileOf(wholeFile().with(1, customerLine({ pin: '12' }))), '--check');
  expect(bad.code).toBe(1);
  expect(bad.err).toContain(`Refused lines by cause:
        1  customer: pin: must be 4 digits (first: line 2)
        2  invoice: accountNumber: "…" is refused (line …) (first: line 5)
`);
  expect(bad.err).toContain('line 2: pin: must be 4 digits\n');
  expect(bad.out).toBe('Dry run, nothing stored: 9 lines, 8 refused.\n');
  const good = await ops('import', fileOf(wholeFile()));
  expect(good).toMatchObject({ code: 0, out: 'Imported: 9 lines, 0 refused.\n' });
  expect(good.err).toMatch(/^Reading: 9 lines, [\d,]+ lines\/s\nWriting: 9 lines, [\d,]+ lines\/s\n$/);
  const checked = await ops('check');
  expect(checked.code).toBe(0);
  expect(checked.out).toMatch(/All \d+ checks passed\.\n$/);
});

test('has an empty JSON list where nothing is refused', async () => {
  const { code, out } = await ops('import', fileOf([planLine()]), '--check', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({ causes: [], refusals: [], lines: 1, refusedLines: 0, isDryRun: true });
});

test('refuses an empty file', async () => {
  const { code, err } = await ops('import', fileOf([]), '--check');
  expect(code).toBe(1);
  expect(err).toContain('There is nothing to import: the file has no lines\n');
});

test('reports a wrong argument or file in one sentence', async () => {
  expect(await ops('import', join(folder, 'nowhere.jsonl'))).toMatchObject({
    code: 1,
    err: `${join(folder, 'nowhere.jsonl')} is not a readable file\n`,
  });
  expect((await ops('import', folder)).err).toContain('is not a readable file');
  const generated = await ops('generate', '--accounts', 'many');
  expect(generated.code).toBe(1);
  expect(generated.err).toContain('It must be a whole number from 1 to 10000000.');
});

test('migrates the schema as its owner', async () => {
  expect((await ops('migrate')).err).toContain('DATABASE_OWNER_URL is missing');
  owner = { DATABASE_OWNER_URL: database.ownerUrl };
  expect(await ops('migrate')).toMatchObject({
    code: 0,
    out: 'The schema is up to date.\nThe login myaccount_app has its role and time-outs, from its next session on.\n',
  });
});

test('generates a population into a file or directly into its own database', async () => {
  const file = join(folder, 'population.jsonl');
  // With this seed one of their bills is wrong.
  const few = ['--accounts', '3', '--bills', '2', '--seed', '7'];
  expect((await ops('generate', ...few, '--to', file)).out).toMatch(/ lines for 3 accounts\.\n$/);
  expect(await ops('generate', ...few)).toMatchObject({
    code: 1,
    err: 'This database has customers that generate did not make. Use an empty database.\n',
  });
  const empty = await createTestDatabase();
  const opsThere = (...command: string[]) => runOps(testSettings(empty.url), command);
  expect((await opsThere('import', file)).code).toBe(0);
  const imported = /^Imported: \d+ lines, 0 refused\.\n/;
  expect((await opsThere('generate', ...few)).out.replace(imported, '')).toBe('Bills voided: 1.\n');
  expect((await opsThere('generate', ...few)).out.replace(imported, '')).toBe('');
  expect((await opsThere('check')).code).toBe(0);
  await empty.drop();
});
