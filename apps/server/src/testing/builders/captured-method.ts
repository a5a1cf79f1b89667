import type { ProcessorName } from '@myaccount/contract/processors';
import type { Insertable } from 'kysely';
import { capturedTokenPurpose } from '../../features/payment-methods/captures.service.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';

type CaptureOptions = Partial<Insertable<Tables['captured_method']>> & {
  readonly loginId: string;
  readonly processor: ProcessorName;
  readonly reference: string;
};

/** What a capture has not got until its service has answered. */
export const unanswered = { answered_at: null, token_sealed: null, token_key_id: null } as const;

/** Builds the Visa …4242 that a hosted frame captured for a login, and returns the handle for saving it. */
export async function buildCapture(
  portal: Portal,
  { loginId, processor, reference, ...fields }: CaptureOptions,
): Promise<string> {
  const sealed = portal.secrets.seal(`vi4242083000${reference.slice(0, 10)}`, capturedTokenPurpose);
  const now = portal.clock.now();
  const { id } = await portal.db
    .insertInto('captured_method')
    .values({
      login_id: loginId,
      capture_hash: hashToken(reference),
      processor,
      opened_at: now,
      claimed_at: null,
      answered_at: now,
      code: 'AUTH',
      verbiage: null,
      card_type: 'VISA',
      last_four: '4242',
      expires_on: '2030-08-31',
      token_sealed: sealed.bytes,
      token_key_id: sealed.keyId,
      account_id: null,
      payment_method_id: null,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
