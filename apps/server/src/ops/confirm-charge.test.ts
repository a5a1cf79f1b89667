import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { beat, findPause } from '../features/charging/heartbeat.repository.ts';
import { buildEnrolled, buildPlanned, dashboardOf, turnOffAutopay } from '../testing/autopay.ts';
import { type Payer, payingPortalForEachTest } from '../testing/paying-portal.ts';
import { runJobs } from '../testing/portal.ts';
import { copyTables } from '../testing/restored-database.ts';
import { chargeAutomatically, deliverNotices, passDays, restoreInPlace } from '../testing/restored-portal.ts';
import { changeRows, readRow, readRows } from '../testing/rows.ts';
import { runOps } from '../testing/run-ops.ts';

// The tests start at noon in New York on Nov 24, 2026.
const today = '2026-11-24';

const portal = payingPortalForEachTest({ SESSION_IDLE_SECONDS: '86400' });

const ops = (...args: string[]) => runOps(portal.settings, args);
const confirm = ({ account }: Payer) => ops('confirm-charge', account.accountNumber, '--by', 'Kim');
const chargeCount = async (payer: Payer) => (await portal.chargesOf(payer)).length;

/** Takes every address of an account away. */
async function withoutAddress(payer: Payer): Promise<Payer> {
  const { customer_id } = await readRow(portal.db, 'account', { id: payer.account.id });
  await changeRows(portal.db, 'customer', { id: customer_id }, { email_address: null });
  await portal.db.deleteFrom('login_account').where('account_id', '=', payer.account.id).execute();
  return payer;
}

test('[RESTORE-1] who has no address, or whose mail is refused, is listed, and charged after an operator confirms', async () => {
  const payer = await withoutAddress(await buildEnrolled(portal, { dueOn: today }));
  const { payer: planner, id } = await buildPlanned(portal);
  const told = await buildEnrolled(portal, { dueOn: today });
  await changeRows(portal.db, 'login', { id: planner.loginId }, { email_address: 'ann+smtp550@example.com' });
  await restoreInPlace(portal);
  await deliverNotices(portal);
  const { code, out } = await ops('manual-review');
  expect(code).toBe(2);
  const lines = out.split('\n').filter((line) => line.startsWith('charge'));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(`account ${payer.account.accountNumber}  autopay`);
  expect(lines[0]).toContain('(no address)');
  expect(lines[1]).toContain(`account ${planner.account.accountNumber}  planned`);
  expect(lines[1]).toContain('(DEAD)');
  await passDays(portal, 20);
  expect([await chargeCount(payer), await chargeCount(planner), await chargeCount(told)]).toEqual([0, 0, 1]);

  expect(await portal.brokenChecks(), 'what waits for an operator is no fault').toEqual([]);
  for (const one of [payer, planner])
    expect(await confirm(one)).toMatchObject({ code: 0, out: expect.stringContaining('1 confirmed') });
  expect((await ops('manual-review')).out).not.toMatch(/^charge/m);
  await chargeAutomatically(portal);
  expect([await chargeCount(payer), await chargeCount(planner)]).toEqual([1, 1]);
  expect(await readRow(portal.db, 'payment', { id })).toMatchObject({
    state: 'COMPLETED',
    planned_for: '2026-12-14',
  });
  const entries = await readRows(portal.db, 'audit_entry', { action: 'charge-notices.confirmed' });
  expect(entries.map(({ actor, detail }) => [actor, detail])).toEqual([
    ['operator:Kim', { agreements: 1 }],
    ['operator:Kim', { agreements: 1 }],
  ]);
});

test('[RESTORE-1] nothing is confirmed of an account that waits for its mail, that was told, or that does not exist', async () => {
  const payer = await buildEnrolled(portal, { dueOn: today });
  const refused = { code: 1, err: expect.stringMatching(/^Nothing of account \d+ waits for you/) };
  await restoreInPlace(portal);
  expect(await confirm(payer)).toMatchObject(refused);
  await runJobs(portal, 'charge-notices.send');
  expect(await confirm(payer)).toMatchObject(refused);
  await deliverNotices(portal);
  expect(await confirm(payer)).toMatchObject(refused);
  expect(await ops('confirm-charge', '999', '--by', 'Kim')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no account 999'),
  });
  await chargeAutomatically(portal);
  expect(await chargeCount(payer)).toBe(0);
});

test('[RESTORE-1] what its customer has ended meanwhile is not listed', async () => {
  const payer = await buildEnrolled(portal, { dueOn: today });
  const { customer_id } = await readRow(portal.db, 'account', { id: payer.account.id });
  await changeRows(portal.db, 'customer', { id: customer_id }, { email_address: 'ann+smtp550@example.com' });
  await restoreInPlace(portal);
  await deliverNotices(portal);
  expect((await ops('manual-review')).out).toMatch(/^charge/m);
  await turnOffAutopay(portal, payer);
  expect((await ops('manual-review')).out).not.toMatch(/^charge/m);
});

test('[RESTORE-1] also an operator who lets charging go on with a reason has everybody told', async () => {
  const payer = await buildEnrolled(portal, { dueOn: today });
  const backup = await copyTables(portal.ownerUrl, inject('testPostgres').superuserUrl);
  await turnOffAutopay(portal, payer);
  await backup.restore();
  await beat(portal.db);
  await sql`update heartbeat set paused_at = now() - interval '5 minutes', unsure_from = '2026-11-24T16:00:00Z'`.execute(
    portal.db,
  );
  await ops('reconcile-processor', '--resume-because', 'no card was charged');
  expect(await findPause(portal.db)).toBeUndefined();
  await chargeAutomatically(portal);
  expect(await chargeCount(payer)).toBe(0);
  expect((await dashboardOf(portal, payer)).nextCharge?.date).toBe('2026-11-27');
});
