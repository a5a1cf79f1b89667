import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { testNumbers, testRoutingNumber } from '../../apps/sandbox/src/hosted/test-numbers.ts';
import { readInbox } from '../support/sandbox.ts';
import { signIn } from '../support/sign-in.ts';

/** What is typed into hosted forms: card and account numbers, and the routing number. */
const typedNumbers = [...testNumbers.map(({ number }) => number), testRoutingNumber];

function dataDir(): string {
  const folder = process.env.E2E_DATA_DIR;
  if (!folder) throw new Error('E2E_DATA_DIR is not set: the global setup sets it');
  return folder;
}

/** Every row of every table, read as the owner, without our 16-digit processor references. */
async function dumpDatabase(): Promise<string> {
  const settings = JSON.parse(readFileSync(join(dataDir(), 'settings.json'), 'utf8')) as {
    DATABASE_OWNER_URL: string;
  };
  const client = new pg.Client(settings.DATABASE_OWNER_URL);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')",
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`);
    parts.push(...rows.map(({ line }) => line));
  }
  const { rows: references } = await client.query<{ reference: string }>(
    'select processor_reference as reference from payment where processor_reference is not null',
  );
  await client.end();
  return references.reduce(
    (text, { reference }) => text.replaceAll(reference, 'reference'),
    parts.join('\n'),
  );
}

function readLogs(): string {
  const folder = join(dataDir(), 'logs');
  return readdirSync(folder)
    .filter((name) => name.startsWith('portal'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

test('after a complete run, no code, token, PIN, or card number is in the database, logs, or mails', async ({
  page,
}) => {
  await signIn(page, 'ana.rivera@example.com');
  const { accessToken, idToken } = await page.evaluate(() =>
    JSON.parse(sessionStorage.getItem('auth-token') ?? '{}'),
  );
  const mails = await readInbox('ana.rivera@example.com');
  const codes = mails.flatMap((mail) => /^(\d{6})\b/.exec(mail.subject)?.[1] ?? []);
  expect(codes.length).toBeGreaterThan(0);
  const database = await dumpDatabase();
  const logs = readLogs();
  expect(database.length).toBeGreaterThan(100_000);
  expect(logs.length).toBeGreaterThan(1_000);
  for (const [where, text] of [
    ['database', database],
    ['logs', logs],
  ] as const) {
    for (const secret of [accessToken, idToken])
      expect(text.includes(secret), `a token in the ${where}`).toBe(false);
    for (const code of codes)
      expect(new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(text), `a code in the ${where}`).toBe(false);
    expect(/\b[3-6]\d{15}\b/.test(text), `a card number in the ${where}`).toBe(false);
    for (const number of typedNumbers)
      expect(new RegExp(`\\b${number}\\b`).test(text), `${number} in the ${where}`).toBe(false);
  }
  for (const mail of mails) expect(/\d{12,}/.test(mail.text), 'a long number in a mail').toBe(false);
});

test('every log line is one JSON event', () => {
  const lines = readLogs()
    .split('\n')
    .filter((line) => line.trim());
  for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
});
