import type { TestPortal } from './portal.ts';

/** Returns the newest code mailed to an address. It stands in the outbox sealed, never in the clear. */
export async function newestCode(
  { db, portal }: TestPortal,
  recipient: string,
  template: 'login-code' | 'login-fresh' | 'login-proof',
): Promise<string> {
  const row = await db
    .selectFrom('outbox')
    .select(['payload', 'payload_sealed', 'payload_key_id'])
    .where('recipient', '=', recipient)
    .where('template', '=', template)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  if (row.payload !== null) throw new Error('the code is stored in the clear');
  const sealed = { bytes: row.payload_sealed as Buffer, keyId: row.payload_key_id as string };
  return JSON.parse(portal.secrets.open(sealed, 'outbox.payload')).secret;
}
