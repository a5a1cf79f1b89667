import { readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { maxLogBytes } from './rotate-log.ts';
import { makeDataDir, postmasterPid, query, startEmbedded } from './testing/embedded-data.ts';

test('a first start creates the database and its two roles; data survives a kill and a restart, and its log is rotated', async () => {
  const dataDir = makeDataDir();
  const first = await startEmbedded(dataDir);
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777, 'has the passwords').toBe(0o600);
  const [cluster] = await query(
    first.superuserUrl,
    `select current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
            datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = 'myaccount'`,
  );
  const sortedByCodePoint = { provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' };
  expect(cluster).toEqual({ checksums: 'on', addresses: '', ...sortedByCodePoint });
  expect(await query(first.url, 'select current_user as role')).toEqual([{ role: 'myaccount_app' }]);
  await query(first.ownerUrl, "create table kept as select 'Zoë' as name");
  const log = join(dataDir, 'logs', 'postgres.log');
  truncateSync(log, maxLogBytes + 1);
  await expect.poll(() => statSync(log).size, { timeout: 10_000 }).toBeLessThan(maxLogBytes);
  await query(first.ownerUrl, 'select wrong').catch(() => undefined);
  expect(readFileSync(log, 'utf8')).toMatch(/^[^\0]*column "wrong" does not exist/);
  const killed = postmasterPid(dataDir);
  process.kill(killed, 'SIGKILL');
  const kept = async () => await query(first.ownerUrl, 'select name from kept').catch(() => 'away');
  await expect.poll(kept, { timeout: 100_000 }).toEqual([{ name: 'Zoë' }]);
  expect(postmasterPid(dataDir)).not.toBe(killed);
  await first.stop();
  const second = await startEmbedded(dataDir);
  expect(await query(second.ownerUrl, 'select name from kept')).toEqual([{ name: 'Zoë' }]);
});
