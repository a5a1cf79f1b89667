import { expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { watchStatements } from '../../testing/statement-log.ts';
import { newVisitor } from '../../testing/visitor.ts';

// What takes time is the same. login-timing.routes.slow.test.ts measures the times.

const portal = forFile(() =>
  startTestPortal({ TRUST_PROXY: '127.0.0.1', LOGIN_REVEAL_UNKNOWN_EMAIL: 'false' }),
);

/** Returns the statements of sending and of a wrong try at an address, from a new network. */
async function statementsFor(email: string, address: string) {
  const visitor = newVisitor(portal, address);
  const statementsOf = async (call: () => Promise<{ readonly statusCode: number }>, status: number) => {
    const texts: string[] = [];
    await watchStatements(
      async () => expect((await call()).statusCode).toBe(status),
      (text) => texts.push(text),
    );
    return texts;
  };
  return {
    send: await statementsOf(() => visitor.send(email), 200),
    validate: await statementsOf(() => visitor.validate(email, 'wrong!'), 400),
  };
}

test('[SIGNIN-5] a known and an unknown address cost the same statements, a mail as much as an audit entry', async () => {
  const { emailAddress } = await buildLogin(portal.db);
  const known = await statementsFor(emailAddress, '192.0.2.1');
  const unknown = await statementsFor('nobody@example.com', '192.0.2.2');
  expect(unknown.validate).toEqual(known.validate);
  const audited = unknown.send.find((text) => text.startsWith('insert into "login_audit_entry"'));
  const mailed = known.send.findIndex((text) => text.startsWith('insert into "outbox"'));
  expect(unknown.send).toEqual(known.send.with(mailed, String(audited)));
});
