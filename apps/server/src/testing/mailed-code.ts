import { setTimeout as sleep } from 'node:timers/promises';
import type { PayingTestPortal } from './paying-portal.ts';
import type { TestPortal } from './portal.ts';

/** Returns the newest code mailed to an address. It is sealed in the outbox, never in the clear. */
export async function newestCode(
  portal: TestPortal,
  recipient: string,
  template: 'login-code' | 'login-fresh' | 'login-proof',
): Promise<string> {
  return (await sealedPayload(portal, recipient, template)).secret ?? '';
}

/** Returns the link in the newest mail to an address that stops a change of a sign-in address. */
export async function mailedLink(portal: TestPortal, recipient: string): Promise<string> {
  return (await sealedPayload(portal, recipient, 'login-change-%')).url ?? '';
}

async function sealedPayload(
  { db, portal }: TestPortal,
  recipient: string,
  template: string,
): Promise<{ readonly secret?: string; readonly url?: string }> {
  const row = await db
    .selectFrom('outbox')
    .select(['payload', 'payload_sealed', 'payload_key_id'])
    .where('recipient', '=', recipient)
    .where('template', 'like', template)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  if (row.payload !== null) throw new Error('the secret is stored in the clear');
  const sealed = { bytes: row.payload_sealed as Buffer, keyId: row.payload_key_id as string };
  return JSON.parse(portal.secrets.open(sealed, 'outbox.payload'));
}

/** Requests a sign-in code and reads it from the inbox. */
export async function mailedCode(
  { post, sandbox }: Pick<PayingTestPortal, 'post' | 'sandbox'>,
  email: string,
): Promise<string> {
  const before = (await sandbox.messages(email)).length;
  const { statusCode } = await post('/login/otp/send', { email });
  if (statusCode !== 200) throw new Error(`no code: ${statusCode}`);
  for (;;) {
    const [newest, ...others] = await sandbox.messages(email);
    const code = /\b(\d{6})\b/.exec(newest?.text ?? '')?.[1];
    if (others.length >= before && code) return code;
    await sleep(20);
  }
}
