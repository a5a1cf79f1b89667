import { readFile } from 'node:fs/promises';
import { comparableEmail } from '@myaccount/contract/mailable-email';
import type pg from 'pg';
import { mailTemplates } from '../features.ts';
import { isLoopbackUrl } from '../platform/address-settings.ts';
import type { Config } from '../platform/platform-settings.ts';
import { isStagingAddress } from '../platform/settings.ts';
import { PortalCommand } from './ops-context.ts';

/** A claim with the number of rows that break it, and a few of those rows as examples. */
export interface CheckResult {
  readonly claim: string;
  readonly broken: number;
  readonly examples: readonly Record<string, unknown>[];
}

type Find = (client: pg.ClientBase) => Promise<Omit<CheckResult, 'claim'>>;
/** Checks that are not in check.sql. */
const checksInCode: readonly (readonly [claim: string, find: Find])[] = [
  ['what took the place of a reversed bill never leads back to it', findCircles],
  ['no two sign-in addresses are one', findOneAddresses],
];
const file = new URL('./check.sql', import.meta.url);
const header = '-- check: ';
const maximumExamples = 5;

/** `check` */
export const checkCommand = new PortalCommand('check')
  .description('Verifies the ledger and every invariant of the database. Exit code 1 if a check fails.')
  .does(async ({ pool, portal }) => {
    const installation = installationOf(portal.config);
    const results = await runChecks(pool, portal.clock.now(), printResult, installation);
    const broken = results.filter((result) => result.broken > 0).length;
    if (broken === 0) return [`All ${results.length} checks passed.`];
    process.exitCode = 1;
    return [`${broken} of ${results.length} checks failed.`];
  });

/** What decides which rows should not be there. A charge that stays on this machine, or on a staging host, is nobody's money. */
function installationOf({ isProduction, publicUrl, transafe, twilio, fieldService }: Config) {
  const isTrial = isLoopbackUrl(transafe.url) || isStagingAddress(publicUrl, process.env.STAGING_HOST);
  return {
    isReal: isProduction && !isTrial,
    sendsTexts: twilio !== null,
    movesVisits: fieldService !== null,
    mails: Object.keys(mailTemplates),
  };
}

/**
 * Runs every check of check.sql in one snapshot of the database and returns the results in order. Without an installation, no row
 * is one too many.
 */
export async function runChecks(
  pool: pg.Pool,
  now: Date,
  onResult: (result: CheckResult) => void = () => undefined,
  installation: ReturnType<typeof installationOf> | null = null,
): Promise<CheckResult[]> {
  const checks = parseChecks(await readFile(file, 'utf8'));
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const results: CheckResult[] = [];
    for (const [claim, sql] of checks) {
      const result = { claim, ...(await runCheck(sql, client, [now, JSON.stringify(installation)])) };
      results.push(result);
      onResult(result);
    }
    for (const [claim, find] of checksInCode) {
      const result = { claim, ...(await find(client)) };
      results.push(result);
      onResult(result);
    }
    await client.query('commit');
    return results;
  } finally {
    client.release();
  }
}

/** In code, for a database of several nodes follows no chain from row to row. */
async function findCircles(client: pg.ClientBase): Promise<Omit<CheckResult, 'claim'>> {
  const { rows } = await client.query<{ id: string; next: string; invoice_number: string }>(
    'select id, replaced_by as next, invoice_number from invoice where replaced_by is not null',
  );
  let circles = rows;
  for (let size = -1; size !== circles.length; ) {
    size = circles.length;
    const [ids, nexts] = [new Set(circles.map(({ id }) => id)), new Set(circles.map(({ next }) => next))];
    circles = circles.filter(({ id, next }) => ids.has(next) && nexts.has(id));
  }
  const examples = circles.slice(0, maximumExamples).map(({ invoice_number }) => ({ invoice_number }));
  return { broken: circles.length, examples };
}

/** In code, for SQL knows no internationalized domain. An address in plain letters can only be one with another that is not. */
async function findOneAddresses(client: pg.ClientBase): Promise<Omit<CheckResult, 'claim'>> {
  const addressesWhere = async (condition: string, ...values: unknown[]): Promise<string[]> => {
    const logins =
      'select distinct email_address as address from login join login_account on login_id = id where';
    return (await client.query(`${logins} ${condition}`, values)).rows.map(({ address }) => address);
  };
  const odd = await addressesWhere("email_address ~ '[^\\x01-\\x7f]|xn--'");
  const plain = await addressesWhere('email_address = any($1)', odd.map(comparableEmail));
  const groups = Object.values(Object.groupBy(new Set([...odd, ...plain]), comparableEmail));
  const examples = groups.flatMap((group = []) => (group.length > 1 ? [{ addresses: group }] : []));
  return { broken: examples.length, examples };
}

async function runCheck(
  sql: string,
  client: pg.ClientBase,
  given: readonly [now: Date, installation: string],
) {
  const { rows } = await client.query(
    // PostgreSQL refuses a value that no part of the statement names.
    `with given as (select $1::timestamptz, $2::jsonb), broken as (${sql}) select (select count(*) from broken) as broken, to_jsonb(b) as example
     from broken b limit ${maximumExamples}`,
    [...given],
  );
  return { broken: rows[0]?.broken ?? 0, examples: rows.map(({ example }) => example) };
}

function parseChecks(text: string): [claim: string, sql: string][] {
  const [, ...parts] = `\n${text}`.split(`\n${header}`);
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return [part.slice(0, end), part.slice(end).trim().replace(/;$/, '')];
  });
}

function printResult({ claim, broken, examples }: CheckResult): void {
  console.log(`${broken === 0 ? 'ok    ' : 'FAILED'} ${claim}`);
  for (const example of examples) console.log(`         ${JSON.stringify(example)}`);
  if (broken > examples.length) console.log(`         … ${broken - examples.length} more`);
}
