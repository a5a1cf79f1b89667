import { derivedReference } from '../../gateways/card-processor/derived-reference.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { PayingPortal } from '../feature.ts';
import { type CaptureHandle, findCaptured } from './captures.repository.ts';
import { capturedTokenPurpose } from './captures.service.ts';

/**
 * Asks Orbital whether it can charge a card of Chase's form that is about to be saved: the form's token has to be its profile.
 * Throws a {@link Refusal} when it refuses. Without a clear answer the card is saved, and its first charge decides.
 */
export async function verifyCard(
  { db, secrets, processors, log }: PayingPortal,
  handle: CaptureHandle,
  correlationId: string,
): Promise<void> {
  if (handle.processor !== 'orbital') return;
  const captured = await findCaptured(db, handle);
  const method = captured?.answer?.method;
  if (!method || captured.savedAs || !processors.orbital.verifies(method.cardType)) return;
  const token = secrets.open(method.token, capturedTokenPurpose);
  const reference = derivedReference(`verify:${captured.id}`);
  const result = await processors.orbital.verify({ token, reference });
  if (!('text' in result)) return;
  log.warn({ outcome: result.outcome, reason: result.text, correlationId }, 'card not verified');
  if (result.outcome === 'declined') throw new Refusal('payment-methods.not-verified');
}
