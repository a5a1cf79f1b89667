import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { connectSuperuser, type Owner } from '../../testing/owner.ts';
import { type Payer, type PayingTestPortal, startPayingPortal } from '../../testing/paying-portal.ts';

// A second database plays the replica: what differs in it shows where a call read.

const copied = [
  'plan',
  'customer',
  'account',
  'login',
  'login_account',
  'invoice',
  'invoice_item',
  'invoice_charge',
];
const settlingMs = 61_000;

let replica: TestDatabase;
let portal: PayingTestPortal;
let primaryClient: Owner;
let replicaClient: Owner;
beforeAll(async () => {
  replica = await createTestDatabase();
  portal = await startPayingPortal({ DATABASE_REPLICA_URL: replica.url });
  [primaryClient, replicaClient] = await Promise.all([connect(portal.ownerUrl), connect(replica.ownerUrl)]);
});
afterAll(async () => {
  await Promise.all([primaryClient.close(), replicaClient.close()]);
  await portal.close();
  await replica.drop();
});

async function connect(ownerUrl: string): Promise<Owner> {
  const client = await connectSuperuser({ ownerUrl });
  await client.query('set session_replication_role = replica');
  return client;
}

/** Copies everything to the replica and gives its bills other numbers. */
async function replicate(): Promise<void> {
  for (const table of copied) {
    const { rows } = await primaryClient.query(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as all from ${table} t`,
    );
    await replicaClient.query(`delete from ${table}`);
    await replicaClient.query(
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`,
      [rows[0].all],
    );
  }
  await replicaClient.query("update invoice set invoice_number = 'R' || invoice_number");
}

async function replicatedPayer(): Promise<Payer> {
  const payer = await portal.buildPayer();
  await replicate();
  return payer;
}

function list(payer: Payer, path = '/invoices/all') {
  const query = { billing_account_id: payer.account.id, page_number: 1, page_size: 5 };
  return portal.get(path, query, payer.accessToken);
}

async function listedNumber(payer: Payer): Promise<string> {
  return (await list(payer)).json().result[0].invoice_num;
}

test('[REPLICA-1] the list of bills and their PDFs come from the replica, the bill itself from the primary', async () => {
  const payer = await replicatedPayer();
  const listed = (await list(payer)).json();
  expect(listed).toMatchObject({ totalCount: 1, totalPages: 1 });
  const [row] = listed.result;
  expect(row.invoice_num).toMatch(/^R/);
  const pdf = await portal.get('/invoices/download', { invoice_id: row.id }, payer.accessToken);
  expect(pdf.headers['content-disposition']).toContain(`invoice-${row.invoice_num}.pdf`);
  const single = await portal.get('/invoices/single', { invoice_id: row.id }, payer.accessToken);
  expect(`R${single.json()[0].invoice_num}`).toBe(row.invoice_num);
});

test('[REPLICA-1] who has just paid sees the payment at once; a minute later the replica is good again', async () => {
  const payer = await replicatedPayer();
  expect((await list(payer, '/payments')).json().totalCount).toBe(0);
  await portal.pay(payer);
  expect((await list(payer, '/payments')).json().totalCount).toBe(1);
  expect(await listedNumber(payer)).not.toMatch(/^R/);
  await portal.passTime(settlingMs);
  expect(await listedNumber(payer)).toMatch(/^R/);
  expect((await list(payer, '/payments')).json().totalCount).toBe(0);
});

test('[REPLICA-1] what the replica does not have yet comes from the primary', async () => {
  const payer = await portal.buildPayer();
  const { result, totalCount } = (await list(payer)).json();
  expect([totalCount, result[0].invoice_num.startsWith('R')]).toEqual([1, false]);
  const pdf = await portal.get('/invoices/download', { invoice_id: result[0].id }, payer.accessToken);
  expect(pdf.statusCode).toBe(200);
});

test('[REPLICA-1] rights and sessions are the primary’s: a revoked one ends at once', async () => {
  const [payer, other] = [await portal.buildPayer(), await replicatedPayer()];
  const foreign = { ...payer, account: other.account };
  expect((await list(foreign)).statusCode).toBe(404);
  expect((await list(foreign, '/payments')).statusCode).toBe(404);
  await primaryClient.query('delete from login_account where account_id = $1', [payer.account.id]);
  expect((await list(payer)).statusCode).toBe(404);
  expect((await list(payer, '/payments')).statusCode).toBe(404);
  await portal.get('/login/otp/logout', {}, other.accessToken);
  expect((await list(other)).statusCode).toBe(401);
});

test('[REPLICA-1] bills that are void or on another page are left out', async () => {
  const payer = await portal.buildPayer({ bills: [1_000, 2_000, 3_000] });
  await replicate();
  await replicaClient.query(
    'update invoice set voided_at = now() where account_id = $1 and amount_cents = 2000',
    [payer.account.id],
  );
  const query = { billing_account_id: payer.account.id, page_number: 2, page_size: 1 };
  const page = await portal.get('/invoices/all', query, payer.accessToken);
  expect(page.json()).toMatchObject({ totalCount: 2, totalPages: 2, result: [{ amount: 10 }] });
});

test('[REPLICA-1] without its replica the portal reads the primary', async () => {
  const lonely = await startPayingPortal({ DATABASE_REPLICA_URL: 'postgres://nobody@localhost:1/none' });
  const payer = await lonely.buildPayer();
  const query = { billing_account_id: payer.account.id, page_number: 1, page_size: 5 };
  expect((await lonely.get('/invoices/all', query, payer.accessToken)).json().totalCount).toBe(1);
  expect((await lonely.get('/payments', query, payer.accessToken)).statusCode).toBe(200);
  await lonely.close();
});
