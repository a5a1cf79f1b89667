import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Settings } from './local-settings.ts';
import { StartError } from './places.ts';

const printPersonas = 'apps/sandbox/src/personas/print.ts';
const ops = 'apps/server/src/ops/ops.ts';

/**
 * Imports the demo customers into a database without accounts, and returns whether it did. The file stays until all of it is imported, so that the
 * next start continues after an interruption; importing a record twice changes nothing.
 */
export async function importDemoCustomersOnce(
  checkout: string,
  settings: Settings,
  report: (message: string) => void,
): Promise<boolean> {
  const file = join(String(settings.DATA_DIR), 'demo-customers.jsonl');
  if (!(await hasAccounts(String(settings.DATABASE_URL)))) await writeDemoFile(checkout, file);
  if (!existsSync(file)) return false;
  report('Importing the demo customers …');
  const imported = await runNode([ops, 'import', file], checkout, settings, 'inherit');
  if (!imported)
    throw new StartError(`The demo customers could not be imported; the reason is above. File: ${file}`);
  await addPendingEmails(checkout, String(settings.DATABASE_URL));
  rmSync(file);
  return true;
}

/** Lets the new email addresses of personas wait for their codes, as if they had been saved in the portal. */
async function addPendingEmails(checkout: string, databaseUrl: string): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(checkout, printPersonas)]);
  const personas = JSON.parse(stdout) as { email: string; pendingEmail?: string }[];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const { email, pendingEmail } of personas) {
      if (pendingEmail) await client.query(pendingSql, [email, pendingEmail]);
    }
  } finally {
    await client.end();
  }
}

/** No code has the challenge: a new one is sent from the page. */
const pendingSql = `
  insert into email_change (account_id, login_id, email_address, challenge_hash, requested_at, expires_at)
  select la.account_id, l.id, $2, sha256(l.id::text::bytea), now(), now() + interval '7 days'
  from login l join login_account la on la.login_id = l.id where l.email_address = $1
  on conflict (account_id) do nothing`;

async function hasAccounts(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select exists (select from account) as found');
    return rows[0].found;
  } finally {
    await client.end();
  }
}

async function writeDemoFile(checkout: string, file: string): Promise<void> {
  const unfinished = openSync(`${file}.new`, 'w', 0o600);
  const printed = await runNode([printPersonas, '--jsonl'], checkout, {}, unfinished);
  closeSync(unfinished);
  if (!printed) throw new StartError('The demo customers could not be generated; the reason is above.');
  renameSync(`${file}.new`, file);
}

async function runNode(
  command: string[],
  checkout: string,
  settings: Settings,
  output: 'inherit' | number,
): Promise<boolean> {
  const child = spawn(process.execPath, command, {
    cwd: checkout,
    env: { ...process.env, ...settings },
    stdio: ['ignore', output, 'inherit'],
  });
  const [exitCode] = await once(child, 'exit');
  return exitCode === 0;
}
