import { createServer } from 'node:net';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { expectRefusal, findFreePort, listenAnywhere, productionSettings } from './testing/server-process.ts';

/** A server waits two minutes for its database. */
const timeout = 180_000;
let database: TestDatabase;
let port: number;
beforeAll(async () => {
  database = await createTestDatabase();
  port = await findFreePort();
});
afterAll(() => database.drop());

const production = (changes: Record<string, string>) =>
  productionSettings(database, { PORT: String(port), ...changes });

test('[START-2] a superuser is refused in one sentence', async () => {
  await expectRefusal(
    production({ DATABASE_URL: inject('testPostgres').superuserUrl }),
    /^DATABASE_URL: The login \S+ is a superuser: use a login that is a member of myaccount_app and of nothing else\.$/,
  );
});

test('[START-3] a port without PostgreSQL is refused in one sentence, after two minutes', {
  timeout,
}, async () => {
  const DATABASE_URL = `postgres://x:x@127.0.0.1:${await findFreePort()}/myaccount`;
  await expectRefusal(
    production({ DATABASE_URL }),
    /^DATABASE_URL: the database cannot be reached; .* \(ECONNREFUSED\)$/,
  );
});

test.each(['PORT', 'METRICS_PORT'])('[START-3] a %s in use is refused', async (name) => {
  const other = createServer();
  const taken = await listenAnywhere(other);
  const settings = production({ METRICS_PORT: String(await findFreePort()), [name]: String(taken) });
  await expectRefusal(
    settings,
    `${name}: another program uses port ${taken} on 127.0.0.1; stop it or choose`,
  );
  other.close();
});

test('[START-3] an address of another machine is refused', async () => {
  await expectRefusal(production({ HOST: '192.0.2.1' }), 'HOST: this machine has no address 192.0.2.1');
});
