import { Command, InvalidArgumentError } from 'commander';
import { findAccountForSupport } from '../features/accounts/support-view.repository.ts';
import { maskDetail } from '../features/audit/audit.rules.ts';
import { listEntriesForOperator, type OperatorEntry } from '../features/audit/operator-audit.repository.ts';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { OpsError, withOpsContext } from './ops-context.ts';
import { plainText } from './plain-text.ts';
import { textSection } from './text-section.ts';

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
Exit code 0: done; 1: no such account, or the command failed.`;

const defaultSize = 50;
const maximumSize = 1_000;
const maximumPage = 1_000_000;

/** `audit ACCOUNT [--since TIME] [--page N] [--size N] [--json]` */
export function auditCommand(): Command {
  return new Command('audit')
    .description('Shows the audit trail of an account, newest entry first.')
    .argument('<account>', 'an account number')
    .option(
      '--since <time>',
      'only entries from this day (YYYY-MM-DD, UTC) or instant on',
      timeArgument,
      new Date(0),
    )
    .option('--page <number>', 'page, from 1', (text) => countArgument(text, maximumPage), 1)
    .option(
      '--size <number>',
      `entries on a page, at most ${maximumSize}`,
      (text) => countArgument(text, maximumSize),
      defaultSize,
    )
    .option('--json', 'one JSON object per line', false)
    .addHelpText('after', help)
    .action(async (account: string, options: AuditOptions) => {
      const text = await withOpsContext(({ pool }) => auditText(connectDatabase(pool), account, options));
      if (text !== '') console.log(text);
    });
}

/** Returns a page of an account's audit trail as text. Throws OpsError if there is no such account. */
async function auditText(db: Database, accountNumber: string, options: AuditOptions): Promise<string> {
  const account = await findAccountForSupport(db, accountNumber);
  if (!account) throw new OpsError(`There is no account ${accountNumber}`);
  const { since, page, size } = options;
  const found = await listEntriesForOperator(db, { accountId: account.id, since, page, size });
  const entries = found.map((entry) => ({ ...entry, detail: maskDetail(entry.detail) }));
  if (options.json) return entries.map((entry) => JSON.stringify(entry)).join('\n');
  const table = textSection(
    `Audit trail of ${plainText(account.accountNumber)}, page ${page}`,
    entries.map(rowOf),
  );
  return found.length < size ? table : `${table}\n\nmore: --page ${page + 1}`;
}

function rowOf({ at, by, action, detail, clientAddress }: OperatorEntry): (string | null)[] {
  const text = JSON.stringify(detail);
  return [at.toISOString(), action, by, clientAddress ?? '-', text === '{}' ? null : text];
}

/** A day, or an instant with its offset. */
const timePattern = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

function timeArgument(text: string): Date {
  const time = new Date(text);
  if (!timePattern.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a day, YYYY-MM-DD, or an instant, YYYY-MM-DDTHH:MM:SSZ.');
  return time;
}

function countArgument(text: string, maximum: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1 || number > maximum)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${maximum}.`);
  return number;
}
