import { describe, expect, test } from 'vitest';
import { buildVisit } from '../testing/builders/appointment.ts';
import { buildLogin } from '../testing/builders/login.ts';
import { forFile } from '../testing/for-tests.ts';
import { startTestPortal } from '../testing/portal.ts';
import { readRows } from '../testing/rows.ts';
import { listAudit } from '../testing/traces.ts';
import { readVisit } from '../testing/visits.ts';
import { linksText, revokeText } from './appointment-link.ts';
import { showAccount } from './show.ts';

const portal = forFile(() => startTestPortal());

const request = (accountNumber: string | null) => ({ accountNumber, actor: 'operator:Kim' });
const tokenOf = (line: string | undefined) => (line ?? '').split('/schedule/')[1] ?? '';

describe('appointment-link', () => {
  test('[SCHEDULE-6] prints a link to each open visit of an account, which works', async () => {
    const { account } = await buildLogin(portal.db);
    await buildVisit(portal.portal, account);
    await buildVisit(portal.portal, account, { job_status: 'Complete' });
    const lines = await linksText(portal.portal, request(account.accountNumber));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      new RegExp(
        `^${account.accountNumber}\t2026-11-29T17:00:00.000Z\thttp\\S+/myaccount/schedule/[\\w-]{22}$`,
      ),
    );
    expect(await readVisit(portal, tokenOf(lines[0]))).toMatchObject({ statusCode: '00' });
    const links = await readRows(portal.db, 'appointment_link', { account_id: account.id });
    const lives = links.map(
      ({ expires_at: end }) => (end.getTime() - portal.clock.now().getTime()) / 86_400_000,
    );
    expect(lives).toEqual([30, 30, 30]);
    expect(await listAudit(portal, { account })).toMatchObject([
      { action: 'appointments.links-made', actor: 'operator:Kim', detail: { links: 1 } },
    ]);
  });

  test('[SCHEDULE-6] --revoke ends every link of the account, and no other’s', async () => {
    const { account } = await buildLogin(portal.db);
    const other = await buildLogin(portal.db);
    const visit = await buildVisit(portal.portal, account);
    const foreign = await buildVisit(portal.portal, other.account);
    const [line] = await linksText(portal.portal, request(account.accountNumber));
    expect(await revokeText(portal.portal, request(account.accountNumber))).toEqual(['Links ended: 2']);
    for (const token of [visit.token, tokenOf(line)])
      expect(await readVisit(portal, token)).toMatchObject({ statusCode: '01' });
    expect(await readVisit(portal, foreign.token)).toMatchObject({ statusCode: '00' });
    expect(await revokeText(portal.portal, request(account.accountNumber))).toEqual(['Links ended: 0']);
    await linksText(portal.portal, request(account.accountNumber));
    expect(await revokeText(portal.portal, request(account.accountNumber))).toEqual(['Links ended: 1']);
    const all = await linksText(portal.portal, request(null));
    expect(all.length).toBeGreaterThan(1);
    await revokeText(portal.portal, request(null));
    expect(await readVisit(portal, foreign.token)).toMatchObject({ statusCode: '01' });
  });

  test('names an account without visits, and one that does not exist', async () => {
    const { account } = await buildLogin(portal.db);
    await expect(linksText(portal.portal, request(account.accountNumber))).rejects.toThrow(
      'no visit to come',
    );
    await expect(linksText(portal.portal, request('nobody'))).rejects.toThrow('There is no account nobody');
    await expect(revokeText(portal.portal, request('nobody'))).rejects.toThrow('There is no account nobody');
  });

  test('[OPS-2] support sees the visits, never a token', async () => {
    const { account } = await buildLogin(portal.db);
    const { token } = await buildVisit(portal.portal, account, { tech_first_name: 'Luis' });
    const text = await showAccount(portal.portal, account.accountNumber);
    expect(text).toMatch(
      /Appointments\n.*2026-11-29T17:00:00.000Z to .*repair.*Dispatch.*Luis.*1 live links/,
    );
    expect(text).not.toContain(token);
  });
});
