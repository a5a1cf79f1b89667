import { readFile } from 'node:fs/promises';
import { hasInvisible } from '@myaccount/contract/email-address';
import { invisibleCharacters } from '@myaccount/contract/testing/email-addresses';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';

const migration = new URL('../../../migrations/0016_addresses.sql', import.meta.url);

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Stores addresses as a release before could, migrates, and returns what became of them, in their order. */
async function migrated(addresses: readonly string[]): Promise<string[]> {
  await owner.query('truncate login cascade');
  const ids: string[] = [];
  for (const address of addresses) {
    const { rows } = await owner.query('insert into login (email_address) values ($1) returning id', [
      address,
    ]);
    ids.push(rows[0].id);
  }
  await owner.query(await readFile(migration, 'utf8'));
  const { rows } = await owner.query(
    'select email_address as address from login order by array_position($1::uuid[], id)',
    [ids],
  );
  return rows.map(({ address }) => address);
}

test.each(invisibleCharacters.map((character) => [character]))(
  '[CONTACT-1] %j is dropped from a stored sign-in address',
  async (character) => {
    expect(await migrated([`pa${character}t@exa${character}mple.com`])).toEqual(['pat@example.com']);
  },
);

test('[CONTACT-1] what a page drops is what is dropped from a stored address', async () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code !== 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => hasInvisible(character));
  expect(all.length).toBeGreaterThan(4_000);
  const chunks = Array.from({ length: Math.ceil(all.length / 100) }, (_, index) =>
    all.slice(index * 100, (index + 1) * 100).join(''),
  );
  const stored = chunks.map((chunk, index) => `pat${index}@example${chunk}.com`);
  expect(await migrated(stored)).toEqual(chunks.map((_, index) => `pat${index}@example.com`));
});

test('[CONTACT-1] logins that would become one stay as they are, and nothing stops', async () => {
  const clash = [
    'pat@example.com',
    'pat@exa\u200bmple.com',
    'a\u200bna@example.com',
    'ana\u200b@example.com',
  ];
  expect(await migrated(clash)).toEqual(clash);
  expect(
    await migrated(['pat@müller.example', 'pat@xn--mller-kva.example', 'e\u200b\u0301@example.com']),
  ).toEqual(['pat@müller.example', 'pat@xn--mller-kva.example', 'é@example.com']);
});

test('[CONTACT-1] a contact loses them too, and a login may have other capitals than ASCII', async () => {
  const values = "('C1', 'Ana', 'Rivera', 'Ana\u200b@example.com', 'en')";
  await owner.query(
    `insert into customer (customer_number, first_name, last_name, email_address, language) values ${values}`,
  );
  expect(await migrated(['Ñandú@example.com'])).toEqual(['Ñandú@example.com']);
  const { rows } = await owner.query('select email_address from customer');
  expect(rows).toEqual([{ email_address: 'Ana@example.com' }]);
  await expect(migrated(['Ana@example.com'])).rejects.toThrow('login_email_address_check');
});
