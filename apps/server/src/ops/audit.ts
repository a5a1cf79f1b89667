import { sql } from 'kysely';
import { maskDetail } from '../features/audit/audit.rules.ts';
import { selectTrail } from '../features/audit/audit-trail.repository.ts';
import { findAccountLogins } from '../features/sessions/sessions.repository.ts';
import type { Database } from '../platform/database/connect.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { findOne, whatFinds } from './find.ts';
import { PortalCommand } from './ops-context.ts';
import { parser, wholeNumber } from './option-parsers.ts';
import { plainText, textSection } from './text-section.ts';

interface AuditOptions {
  readonly since: Date;
  readonly page: number;
  readonly size: number;
  readonly json: boolean;
}

const help = `
Shows who did what, when, and from where: customers, the portal itself, and operators; also sign-ins of the logins that
have access to the account. Never shows PINs, codes, tokens, or full numbers. A line that says “more” follows a full page.
With --json, each line is a JSON object, and nothing else is printed.
Exit code 0: done; 1: no such account, several, which it lists, or the command failed.`;

const defaultSize = 50;
const maximumSize = 1_000;
const maximumPage = 1_000_000;

/** `audit ACCOUNT [--since TIME] [--page N] [--size N] [--json]` */
export const auditCommand = new PortalCommand('audit')
  .description('Shows the audit trail of an account, newest entry first.')
  .argument('<account...>', whatFinds)
  .option(
    '--since <time>',
    'only entries from this day (YYYY-MM-DD, UTC) or instant on',
    parser(parseTime, 'a day, YYYY-MM-DD, or an instant, YYYY-MM-DDTHH:MM:SSZ'),
    new Date(0),
  )
  .option('--page <number>', 'page, from 1', wholeNumber(1, maximumPage), 1)
  .option(
    '--size <number>',
    `entries on a page, at most ${maximumSize}`,
    wholeNumber(1, maximumSize),
    defaultSize,
  )
  .option('--json', 'one JSON object per line', false)
  .addHelpText('after', help)
  .does(async ({ db }, said: string[], options: AuditOptions) =>
    auditLines(db, String((await findOne(db, said.join(' '))).account_number), options),
  );

/** Returns a page of an account's audit trail. Throws OperatorError if there is no such account. */
async function auditLines(db: Database, accountNumber: string, options: AuditOptions): Promise<string[]> {
  const { page, size } = options;
  const found = await listEntries(db, accountNumber, options);
  const entries = found.map((entry) => ({ ...entry, detail: maskDetail(entry.detail) }));
  if (options.json) return entries.map((entry) => JSON.stringify(entry));
  const rows = entries.map(({ clientAddress, detail, ...entry }) => {
    const text = JSON.stringify(detail);
    return { ...entry, client: clientAddress ?? '-', detail: text === '{}' ? null : text };
  });
  const title = `Audit trail of ${plainText(accountNumber)}, page ${page}`;
  const table = textSection(title, '{at}  {action}  {by}  {client}  {detail}', rows);
  return found.length < size ? [table] : [table, '', `more: --page ${page + 1}`];
}

/** Returns the entries of an account and of the logins that have access to it, newest first. */
async function listEntries(db: Database, accountNumber: string, { since, page, size }: AuditOptions) {
  const owner = await findAccountLogins(db, accountNumber);
  if (!owner) throw new OperatorError(`There is no account ${accountNumber}`);
  return await selectTrail(db, owner)
    .leftJoin('login', (join) => join.on('entry.actor', '=', sql<string>`'login:' || login.id`))
    .select(['entry.at', 'entry.action', 'entry.detail', 'entry.client_address as clientAddress'])
    .select('entry.correlation_id as correlationId')
    .select(({ fn }) => fn.coalesce('login.email_address', 'entry.actor').as('by'))
    .where('entry.at', '>=', since)
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
}

/** A day, or an instant with its offset. */
const timePattern = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

function parseTime(text: string): Date | undefined {
  const time = new Date(text);
  return timePattern.test(text) && !Number.isNaN(time.getTime()) ? time : undefined;
}
