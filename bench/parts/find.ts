import { join } from 'node:path';
import pg from 'pg';
import { firstNames, lastNames, streets, towns } from '../../apps/sandbox/src/population/names.ts';
import { searchAccounts } from '../../apps/server/src/ops/search-accounts.ts';
import { findAccountId } from '../../apps/server/src/platform/database/account-lookup.ts';
import { connectDatabase } from '../../apps/server/src/platform/database/pipeline/pipeline.ts';
import { callerNumber, makeCallers } from '../../apps/server/src/testing/callers.ts';
import { settingsForMillion, startPostgres, withClient } from '../../environment/database.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { atMostTimes, formatFigure, type Result } from '../report/result.ts';

/** Times a search by account number. */
const maxTimes = 20;
const rounds = 15;
const payingOneOf = 7;

/** They are built at once after the accounts are made, as an upgrade does. */
const indexes = [
  'account_words',
  'address_words',
  'customer_by_email',
  'customer_words',
  'payment_by_last_four',
  'payment_by_transaction',
];

/** What callers say, by what they say. */
const searches = {
  'e-mail address': 'user4711@example.net',
  phone: '(614) 500-4711',
  'bill number': `B-${callerNumber(4_711)}`,
  'payment number': `T-${callerNumber(4_711)}`,
  'last four digits and amount': '4711 67.11',
  'first and last name': 'jose nguyen',
  'last name': "o'connor",
  'beginnings of a name': 'jos ngu',
  'service address': '4712 Chestnut Street',
  'name and address': 'gabriel chen 4712 chestnut st',
  nobody: 'nobody here',
  'nobody with common words': 'gabriel chen chestnut walnut',
};

/** An operator's search among a million accounts, against one by account number. */
export async function measureFind(environment: BenchEnvironment): Promise<Result[]> {
  const { dataDir, options } = environment;
  const postgres = await startPostgres(join(dataDir, 'find'), 'npm run bench', settingsForMillion);
  try {
    const { ownerUrl } = await postgres.emptyDatabase('callers');
    const cities = towns.map(([city]) => city);
    console.log(`Making ${options.mostAccounts.toLocaleString('en-US')} accounts …`);
    await withClient(ownerUrl, async (client) => {
      await client.query(`drop index ${indexes.join()}`);
      await client.query(
        makeCallers(options.mostAccounts, { firstNames, lastNames, streets, cities }, payingOneOf),
      );
    });
    const startedAt = performance.now();
    // The migration builds the indexes that are missing.
    const { url } = await postgres.database('callers');
    const buildSeconds = (performance.now() - startedAt) / 1_000;
    await withClient(ownerUrl, (client) => client.query('vacuum analyze'));
    const db = connectDatabase(new pg.Pool({ connectionString: url }));
    const byNumber = callerNumber(4_711);
    const results: Result[] = [
      {
        what: 'building the indexes of find',
        measured: `${formatFigure(buildSeconds)} s`,
        figures: { buildSeconds },
      },
    ];
    for (const [what, said] of Object.entries(searches)) {
      const [ms = 0, numberMs = 0, lookupMs = 0] = await fastestInTurn([
        () => searchAccounts(db, said),
        () => searchAccounts(db, byNumber),
        () => findAccountId(db, byNumber),
      ]);
      const ratio = ms / numberMs;
      results.push({
        what: `find by ${what}, ${formatFigure(options.mostAccounts)} accounts`,
        measured: `${formatFigure(ms)} ms`,
        floor: `${formatFigure(numberMs)} ms by account number`,
        ratio,
        target: atMostTimes(ratio, maxTimes),
        figures: { ms, numberMs, lookupMs },
      });
    }
    await db.destroy();
    return results;
  } finally {
    await postgres.stop();
  }
}

/** The fastest of some rounds, which other programs leave alone, of each. */
async function fastestInTurn(works: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const fastest = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, work] of works.entries()) {
      const startedAt = performance.now();
      await work();
      fastest[index] = Math.min(fastest[index] ?? 0, performance.now() - startedAt);
    }
  return fastest;
}
