import type { ProcessorName } from '@myaccount/contract/processors';
import { capturedTokenPurpose } from '../../features/payment-methods/captures.service.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';

/** Builds the Visa …4242 that a hosted frame captured for a login, and returns the handle for saving it. */
export async function buildCapture(
  portal: Portal,
  { loginId, processor, reference }: { loginId: string; processor: ProcessorName; reference: string },
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
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
