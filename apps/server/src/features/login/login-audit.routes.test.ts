import { expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { readCounts } from '../../testing/counts.ts';
import { forFile } from '../../testing/for-tests.ts';
import { mailedCode } from '../../testing/mailed-code.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { onlyColumns, readRow, readRows } from '../../testing/rows.ts';
import { wrongCode } from '../../testing/visitor.ts';

const minuteMs = 60_000;
const portal = forFile(() => startPayingPortal());

const send = (email: string) => portal.post('/login/otp/send', { email });

async function auditedActions(loginId: string): Promise<string[]> {
  const own = { login_id: loginId, actor: `login:${loginId}` };
  const rows = await readRows(portal.db, 'login_audit_entry', own, 'id');
  return rows.map(({ action }) => action);
}

test.each([
  ['a sign-in', 0, 200, 'login.succeeded', { success: 1, failure: 0 }],
  ['a wrong code', 1, 400, 'login.failed', { success: 0, failure: 1 }],
])(
  '[LOGIN-4, LOGIN-6] %s is audited and counted once, and as nothing else',
  async (_what, offset, ...expected) => {
    const [status, action, counted] = expected;
    const { emailAddress, loginId } = await buildLogin(portal.db);
    const otp = wrongCode(await mailedCode(portal, emailAddress), offset);
    const before = (await readCounts(portal.portal)).login;
    const response = await portal.post('/login/otp/validate', { email: emailAddress, otp });
    expect(response.statusCode).toBe(status);
    expect(await auditedActions(loginId)).toEqual([action]);
    const { success, failure } = (await readCounts(portal.portal)).login;
    expect({ success: success - before.success, failure: failure - before.failure }).toEqual(counted);
  },
);

test('[LOGIN-3, LOGIN-9] a code that the mail server takes only after its time is never mailed', async () => {
  const login = await buildLogin(portal.db, { emailAddress: 'late+smtpgrey@example.com' });
  expect((await send(login.emailAddress)).statusCode).toBe(200);
  const mail = () => readRow(portal.db, 'outbox', { recipient: login.emailAddress });
  await expect.poll(async () => (await mail()).last_error).toMatch(/451/);
  portal.clock.advance(5 * minuteMs);
  const stopDelivering = portal.app.keepDelivering();
  await expect.poll(async () => (await mail()).state).not.toBe('WAITING');
  await stopDelivering();
  expect(await mail()).toMatchObject({ state: 'DEAD', payload_sealed: null });
  expect(await portal.sandbox.messages(login.emailAddress)).toEqual([]);
});

test.each([
  [
    'asking for a code',
    (headers: Record<string, string>) =>
      portal.post('/login/otp/send', { email: 'nobody@example.com' }, undefined, headers),
    'unknown-email',
  ],
  [
    'trying a code',
    (headers: Record<string, string>) =>
      portal.post('/login/otp/validate', { email: 'nobody@example.com', otp: '123456' }, undefined, headers),
    'invalid-code',
  ],
])(
  '[ERROR-3] %s for an unknown address is audited as failed, with the client address',
  async (_what, attempt, reason) => {
    const correlationId = `failed-sign-in-${reason}`;
    expect((await attempt({ 'x-correlation-id': correlationId })).statusCode).toBe(400);
    const rows = await readRows(portal.db, 'login_audit_entry', { correlation_id: correlationId });
    expect(onlyColumns(rows, 'actor', 'action', 'client_address', 'detail')).toEqual([
      { actor: 'unknown', action: 'login.failed', client_address: '127.0.0.1', detail: { reason } },
    ]);
  },
);
