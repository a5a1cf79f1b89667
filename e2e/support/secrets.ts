import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** Tables of the sandbox that hold what customers are sent, secrets included. */
const inboxes = ['message', 'sms_message'];
/** A link that opens something without a password, and its token. */
const tokenLink = /https?:\/\/\S+\/(?:login\/link#|schedule\/)([\w-]{16,})/g;

function dataDir(): string {
  const folder = process.env.E2E_DATA_DIR;
  if (!folder) throw new Error('E2E_DATA_DIR is not set: the global setup sets it');
  return folder;
}

/** Every row of every table, read as the owner, without our 16-digit processor references. */
export async function dumpDatabase(): Promise<string> {
  const settings = JSON.parse(readFileSync(join(dataDir(), 'settings.json'), 'utf8')) as {
    DATABASE_OWNER_URL: string;
  };
  const client = new pg.Client(settings.DATABASE_OWNER_URL);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema = 'public'",
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
  return withoutReferences(
    parts,
    references.map(({ reference }) => reference),
  );
}

/** Rows as one text. Our own references have 16 digits, like a card number. */
function withoutReferences(rows: readonly string[], references: readonly string[]): string {
  return references.reduce((text, reference) => text.replaceAll(reference, 'reference'), rows.join('\n'));
}

/** Log lines of every program whose name begins so. */
export function readLogs(program: string): string {
  const folder = join(dataDir(), 'logs');
  return readdirSync(folder)
    .filter((name) => name.startsWith(program))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

/**
 * What the portal sent to outside services, except mails and texts: every row that the sandbox kept of it, without our
 * 16-digit processor references.
 */
export function dumpOutgoing(): string {
  const database = new DatabaseSync(join(dataDir(), 'sandbox', 'sandbox.sqlite'), { readOnly: true });
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  const names = tables.map(({ name }) => String(name)).filter((name) => !inboxes.includes(name));
  const rows = names.flatMap((name) => database.prepare(`select * from "${name}"`).all());
  database.close();
  const references = rows.flatMap(({ reference }) => (typeof reference === 'string' ? [reference] : []));
  return withoutReferences(
    rows.map((row) => JSON.stringify(row)),
    references,
  );
}

/** A text without the ids in its links: of one in 300, the last twelve of its hexadecimal digits are all decimal. */
export function withoutIds(text: string): string {
  return text.replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, 'id');
}

/** Tokens of the links in messages. */
export function linkTokensOf(messages: readonly { readonly text: string }[]): string[] {
  return messages.flatMap(({ text }) => [...text.matchAll(tokenLink)].map(([, token = '']) => token));
}
