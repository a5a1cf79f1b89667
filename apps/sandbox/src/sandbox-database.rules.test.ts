import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openSandboxDatabase } from './sandbox-database.ts';

it('opens a database of an earlier version with its charges', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  openSandboxDatabase(folder).close();
  const earlier = new DatabaseSync(join(folder, 'sandbox.sqlite'));
  earlier.exec(`alter table charge rename column requested_cents to asked_cents;
    insert into charge (id, processor, kind, token, asked_cents, amount_cents, outcome, at)
    values ('1', 'orbital', 'card', 'visa-4242', 940, 470, 'partial', '2026-03-10T15:00:00.000Z')`);
  earlier.close();
  const database = openSandboxDatabase(folder);
  expect({ ...database.sql.get`select requested_cents from booked_charge` }).toEqual({
    requested_cents: 940,
  });
  database.close();
  rmSync(folder, { recursive: true });
});
