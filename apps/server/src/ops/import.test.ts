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

/** Runs a command of the operator as a person would. */
async function runOps(...command: string[]): Promise<{ exitCode: number; output: string; told: string }> {
  const child = spawn(process.execPath, [ops, ...command], {
    env: { PATH: process.env.PATH, ...testSettings(database.url), ...owner },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let told = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (told += chunk));
  const [exitCode] = await once(child, 'close');
  return { exitCode, output, told };
}

function fileOf(lines: readonly object[]): string {
  const file = join(folder, 'customers.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

test('an operator checks a file, sees what is wrong with it, and imports it', async () => {
  const bad = await runOps('import', fileOf(wholeFile().with(1, customerLine({ pin: '12' }))), '--check');
  expect(bad.exitCode).toBe(1);
  expect(bad.told).toContain('line 2: pin: must be 4 digits\n');
  expect(bad.output).toBe('Checked, nothing stored: 9 lines, 8 refused.\n');
  const good = await runOps('import', fileOf(wholeFile()));
  expect(good).toMatchObject({ exitCode: 0, output: 'Imported: 9 lines, 0 refused.\n' });
  expect(good.told).toMatch(/^Reading: 9 lines, [\d,]+ lines\/s\nWriting: 9 lines, [\d,]+ lines\/s\n$/);
  const checked = await runOps('check');
  expect(checked.exitCode).toBe(0);
  expect(checked.output).toMatch(/All \d+ checks hold\.\n$/);
});

test('a wrong word or file is told in a sentence', async () => {
  expect(await runOps('import', join(folder, 'nowhere.jsonl'))).toMatchObject({
    exitCode: 1,
    told: `${join(folder, 'nowhere.jsonl')} is not a file that can be read\n`,
  });
  expect((await runOps('import', folder)).told).toContain('is not a file that can be read');
  const generated = await runOps('generate', '--accounts', 'many');
  expect(generated.exitCode).toBe(1);
  expect(generated.told).toContain('It must be a whole number from 1 to 10000000.');
});

test('the schema is brought up to date as its owner', async () => {
  expect((await runOps('migrate')).told).toContain('DATABASE_OWNER_URL: is missing');
  owner = { DATABASE_OWNER_URL: database.ownerUrl };
  expect(await runOps('migrate')).toMatchObject({
    exitCode: 0,
    output: 'Nothing to do: the schema is the newest.\n',
  });
});

test('a population is generated into a file or straight into the database', async () => {
  const file = join(folder, 'population.jsonl');
  expect((await runOps('generate', '--accounts', '3', '--bills', '2', '--to', file)).output).toMatch(
    / lines of 3 accounts\.\n$/,
  );
  expect((await runOps('import', file)).exitCode).toBe(0);
  expect((await runOps('generate', '--accounts', '3', '--bills', '2')).output).toMatch(
    /^Imported: \d+ lines, 0 refused\.\n$/,
  );
});
