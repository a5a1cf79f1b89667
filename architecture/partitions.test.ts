import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchAccounts } from '../apps/server/src/ops/search-accounts.ts';
import { insertLookup } from '../apps/server/src/platform/database/account-lookup.ts';
import { buildEnrolled } from '../apps/server/src/testing/autopay.ts';
import { buildLogin } from '../apps/server/src/testing/builders/login.ts';
import { createTestDatabase } from '../apps/server/src/testing/database.ts';
import { forFile } from '../apps/server/src/testing/for-tests.ts';
import { partitionDatabase } from '../apps/server/src/testing/partitions.ts';
import { startPayingPortal } from '../apps/server/src/testing/paying-portal.ts';
import { runJobs } from '../apps/server/src/testing/portal.ts';
import { newVisitor, signInByCode } from '../apps/server/src/testing/visitor.ts';
import { book, planVisit, progressVisit, readVisit } from '../apps/server/src/testing/visits.ts';
import { contract } from './contract.ts';
import { DistributionCheck } from './distribution.ts';
import { buildOwner } from './endpoint-ids.ts';
import { inputOf, nameOf, requestOf } from './endpoint-rows.ts';

// What `npm run drill -- partitions` tries with every call and job, once (docs/decisions/32-scale.md).

const exemptions = [
  { by: 'GET /login/otp/login-stats', why: 'counts everybody' },
  { by: 'a visit', part: 'insert into slot', why: 'counts the visits of an area' },
  { by: 'ops find', why: 'an operator searches all customers' },
  ...[
    '(due_on, account_id) > ($',
    '"planned_for" <= $2',
    'followed_up_at',
    'from "payment" where',
    '"p"."state_at" > $2',
  ].map((part) => ({ by: 'jobs', part, why: 'looks for work' })),
];

let check: DistributionCheck;
const portal = forFile(async () => {
  const database = await createTestDatabase();
  await partitionDatabase(database.superuserUrl);
  return await startPayingPortal({}, database);
});
beforeAll(async () => {
  check = new DistributionCheck(portal.ownerUrl, exemptions);
  await check.open();
});
afterAll(async () => {
  await check.close();
});

const watch = async (by: string, work: () => Promise<unknown>) =>
  expect(await check.watch(by, work)).toEqual([]);

test('[API-25] a sign-in, and each call of who is signed in, is on one partition', async () => {
  const { emailAddress } = await buildLogin(portal.db);
  await watch('a sign-in', () => signInByCode(portal, newVisitor(portal, '192.0.2.1'), emailAddress));
  const { login, ids } = await buildOwner(portal);
  const token = await portal.signIn(login.emailAddress);
  for (const call of contract.filter(({ isPublic }) => !isPublic)) {
    const input = call.query || call.body ? inputOf(call, ids) : { query: {} };
    await watch(nameOf(call), () => portal.inject(requestOf(call, input, token)));
  }
});

test('[API-25] so is a payment with a key, made again, dated ahead, or without a result', async () => {
  const payer = await portal.buildPayer();
  await watch('a payment', async () => {
    const answers = [await portal.pay(payer, {}, 'key'), await portal.pay(payer, {}, 'key')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });
  expect(await portal.chargesOf(payer)).toHaveLength(1);
  const planner = await portal.buildPayer();
  await watch('a plan', () => portal.pay(planner, { payment_date: '2026-11-26' }));
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers', calls: 1 });
  await watch('a lost answer', async () => await portal.pay(await portal.buildPayer()));
});

test('[API-25] so is what a job does to a payment that it found', async () => {
  await buildEnrolled(portal, { dueOn: '2026-11-24' });
  await watch('jobs', async () => {
    await portal.reconcile();
    await runJobs(portal, 'autopay.run', 'payments.charge-planned');
  });
  const charged = await portal.db.selectFrom('autopay_charge').select('payment_id').execute();
  expect(charged).toHaveLength(1);
});

test('[API-25] so is a visit, which its number and its link find', async () => {
  const visit = await planVisit(portal, portal.sandbox);
  await watch('a visit', async () => {
    const { result } = await readVisit(portal, visit.token);
    expect((await book(portal, visit.token, result[0].Slots[0])).json()).toEqual({ statusCode: '00' });
    expect(await progressVisit(portal, portal.sandbox, visit, 'Dispatch')).toBe('applied');
  });
});

test('[FIND-4] an operator’s search reads every partition, and is exempt by its name alone', async () => {
  const { account, emailAddress } = await buildLogin(portal.db);
  const { accountNumber } = account;
  const search = async () => {
    for (const said of [emailAddress, accountNumber, `rivera 120 maple`, 'riv 120 map', '4242 84.99'])
      await searchAccounts(portal.db, said);
    expect(await searchAccounts(portal.db, emailAddress)).toMatchObject([{ account_number: accountNumber }]);
  };
  await watch('ops find', search);
  expect((await check.watch('a call', search)).length).toBeGreaterThan(3);
});

test('[API-25] a statement that reads every partition is found, and one that locks whatever is exempt', async () => {
  const read = async (by: string, statement: string) => {
    return await check.watch(by, () => portal.pool.query(statement));
  };
  expect(await read('a visit', 'select id from payment')).toEqual([
    '4 partitions of payment in: select id from payment',
  ]);
  expect(await read('jobs', 'select id from "payment" where true for update')).toEqual([
    '4 partitions of payment in: select id from "payment" where true for update',
  ]);
});

test('[API-25] a number is unique in its account on partitions, and everywhere by its lookup', async () => {
  const [one, other] = [await buildLogin(portal.db), await buildLogin(portal.db)];
  const lookup = { kind: 'invoice', key: 'INV-1', account_id: one.account.id } as const;
  expect(await insertLookup(portal.db, lookup)).toBe(true);
  expect(await insertLookup(portal.db, { ...lookup, account_id: other.account.id })).toBe(false);
  await portal.db.deleteFrom('account_lookup').where('key', '=', 'INV-1').execute();
});

test('[API-25] every check of the ledger and the lookups holds on partitions', async () => {
  // Of the payments that were built, not made.
  expect(await portal.brokenChecks()).toEqual(['every payment made here is in the audit trail']);
});
