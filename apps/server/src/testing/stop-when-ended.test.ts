import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';

/** Starts a run of tests, and prints where its PostgreSQL is. */
const program = `
  import { setup } from ${JSON.stringify(import.meta.resolve('./postgres.globalSetup.ts'))};
  await setup({ provide: (name, { superuserUrl }) => console.log(superuserUrl) });
`;

test('a run of tests that SIGTERM ends leaves no PostgreSQL and no data behind', async () => {
  const run = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(run.stdout.setEncoding('utf8'), 'data');
  const client = new pg.Client(url.trim());
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(
    "select current_setting('data_directory') as folder",
  );
  const folder = String(rows[0]?.folder);
  expect(existsSync(folder)).toBe(true);
  run.kill('SIGTERM');
  expect((await once(run, 'exit'))[0]).toBe(143);
  expect(existsSync(folder)).toBe(false);
  await expect(new pg.Client(url.trim()).connect()).rejects.toThrow();
});
