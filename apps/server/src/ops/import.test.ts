import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerLine, wholeFile } from '../testing/builders/import-lines.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { testSettings } from '../testing/portal.ts';

const ops = fileURLToPath(new URL('./ops.ts', import.meta.url));
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
async function runOps(...command: string[]): Promise<{ exitCode: number; output: string; errors: string }> {
  const child = spawn(process.execPath, [ops, ...command], {
    env: { PATH: process.env.PATH, ...testSettings(database.url), ...owner },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [exitCode] = await once(child, 'close');
  return { exitCode, output, errors };
}

function fileOf(lines: readonly object[]): string {
  const file = join(folder, 'customers.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

test('an operator makes a dry run, sees the errors, and imports the corrected file', async () => {
  const bad = await runOps('import', fileOf(wholeFile().with(1, customerLine({ pin: '12' }))), '--check');
  expect(bad.exitCode).toBe(1);
  expect(bad.errors).toContain('line 2: pin: must be 4 digits\n');
  expect(bad.output).toBe('Dry run, nothing stored: 9 lines, 8 refused.\n');
  const good = await runOps('import', fileOf(wholeFile()));
  expect(good).toMatchObject({ exitCode: 0, output: 'Imported: 9 lines, 0 refused.\n' });
  expect(good.errors).toMatch(/^Reading: 9 lines, [\d,]+ lines\/s\nWriting: 9 lines, [\d,]+ lines\/s\n$/);
  const checked = await runOps('check');
  expect(checked.exitCode).toBe(0);
  expect(checked.output).toMatch(/All \d+ checks passed\.\n$/);
});

test('reports a wrong argument or file in one sentence', async () => {
  expect(await runOps('import', join(folder, 'nowhere.jsonl'))).toMatchObject({
    exitCode: 1,
    errors: `${join(folder, 'nowhere.jsonl')} is not a readable file\n`,
  });
  expect((await runOps('import', folder)).errors).toContain('is not a readable file');
  const generated = await runOps('generate', '--accounts', 'many');
  expect(generated.exitCode).toBe(1);
  expect(generated.errors).toContain('It must be a whole number from 1 to 10000000.');
});

test('migrates the schema as its owner', async () => {
  expect((await runOps('migrate')).errors).toContain('DATABASE_OWNER_URL is missing');
  owner = { DATABASE_OWNER_URL: database.ownerUrl };
  expect(await runOps('migrate')).toMatchObject({
    exitCode: 0,
    output:
      'The schema is up to date.\nThe login myaccount_app has its role and time-outs, from its next session on.\n',
  });
});

test('generates a population into a file or directly into the database', async () => {
  const file = join(folder, 'population.jsonl');
  expect((await runOps('generate', '--accounts', '3', '--bills', '2', '--to', file)).output).toMatch(
    / lines for 3 accounts\.\n$/,
  );
  expect((await runOps('import', file)).exitCode).toBe(0);
  expect((await runOps('generate', '--accounts', '3', '--bills', '2')).output).toMatch(
    /^Imported: \d+ lines, 0 refused\.\n$/,
  );
});
