import { basePath } from '@myaccount/contract/endpoint';
import type { FieldService } from '../../gateways/field-service/field-service.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import { findSubscription, saveSubscription } from './event.repository.ts';

const renewAfterMs = 86_400_000;

/**
 * Keeps one subscription to the field service's events: creates it, recreates it when the callback's address changed, and
 * once a day, because a service may have lost it. The one before ends after the new one began.
 */
export async function keepSubscription(portal: Portal, fieldService: FieldService): Promise<void> {
  const { db, clock, config } = portal;
  const callback = `${config.publicUrl}${basePath}${fieldService.hookPath}`;
  const callbackHash = hashToken(callback);
  const now = clock.now();
  const known = await findSubscription(db);
  const isCurrent = known?.callbackHash.equals(callbackHash);
  if (known && isCurrent && now.getTime() - known.subscribedAt.getTime() < renewAfterMs) return;
  const subscribed = await fieldService.subscribe(callback);
  if (subscribed.outcome === 'unavailable') {
    portal.log.warn({ reason: subscribed.text }, 'no subscription to events of the field service');
    return;
  }
  await saveSubscription(db, { callbackHash, hubId: subscribed.hubId, subscribedAt: now });
  if (known && known.hubId !== subscribed.hubId) await fieldService.unsubscribe(known.hubId);
}
