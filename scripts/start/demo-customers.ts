import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { businessToday } from '../../apps/sandbox/src/personas/calendar.ts';
import { personasOn } from '../../apps/sandbox/src/personas/personas.ts';
import type { Settings } from './local-settings.ts';
import { StartError } from './places.ts';

const printPersonas = 'apps/sandbox/src/personas/print.ts';
const ops = 'apps/server/src/ops/ops.ts';

/**
 * Imports the demo customers into a database without accounts, and returns whether it did. The file stays until all of it is
 * imported and loaded elsewhere, so that the next start continues after an interruption; importing a record twice changes nothing.
 */
export async function importDemoCustomersOnce(
  checkout: string,
  settings: Settings,
  report: (message: string) => void,
  load: (file: string) => Promise<void>,
): Promise<boolean> {
  const file = join(String(settings.DATA_DIR), 'demo-customers.jsonl');
  if (!(await hasAccounts(String(settings.DATABASE_URL)))) await writeDemoFile(checkout, file);
  if (!existsSync(file)) return false;
  report('Importing the demo customers …');
  // As by a provider that begins to follow its billing system afterward.
  const byFiles = { ...settings, BILLING_SYSTEM: 'files' };
  const imported = await runNode([ops, 'import', file], checkout, byFiles, 'inherit');
  if (!imported)
    throw new StartError(`The demo customers could not be imported; the reason is above. File: ${file}`);
  await addPendingEmails(String(settings.DATABASE_URL));
  await load(file);
  rmSync(file);
  return true;
}

/** Lets the new email addresses of personas wait for their codes, as if they had been saved in the portal. */
async function addPendingEmails(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const { email, pendingEmail } of personasOn(businessToday(new Date()))) {
      if (pendingEmail) await client.query(pendingSql, [email, pendingEmail]);
    }
  });
}

/** No code has the challenge: a new one is sent from the page. */
const pendingSql = `
  insert into email_change (account_id, login_id, email_address, challenge_hash, requested_at, expires_at)
  select la.account_id, l.id, $2, sha256(l.id::text::bytea), now(), now() + interval '7 days'
  from login l join login_account la on la.login_id = l.id where l.email_address = $1
  on conflict (account_id) do nothing`;

async function hasAccounts(databaseUrl: string): Promise<boolean> {
  const { rowCount } = await withClient(databaseUrl, (client) => client.query('select from account limit 1'));
  return rowCount !== 0;
}

async function withClient<T>(databaseUrl: string, action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await action(client);
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
