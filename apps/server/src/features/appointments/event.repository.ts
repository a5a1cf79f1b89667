import type { Database } from '../../platform/database/connect.ts';

/** The service's name in `inbox_event` and `hub_subscription`. */
export const provider = 'field-service';

/** The subscription to the service's events. */
export interface HubSubscription {
  readonly callbackHash: Buffer;
  readonly hubId: string;
  readonly subscribedAt: Date;
}

/** Returns the subscription; undefined if there is none. */
export async function findSubscription(db: Database): Promise<HubSubscription | undefined> {
  return await db
    .selectFrom('hub_subscription')
    .select(['callback_hash as callbackHash', 'hub_id as hubId', 'subscribed_at as subscribedAt'])
    .where('provider', '=', provider)
    .executeTakeFirst();
}

/** Stores the subscription in place of the one before. */
export async function saveSubscription(db: Database, subscription: HubSubscription): Promise<void> {
  const { callbackHash, hubId, subscribedAt } = subscription;
  const columns = { callback_hash: callbackHash, hub_id: hubId, subscribed_at: subscribedAt };
  await db
    .insertInto('hub_subscription')
    .values({ provider, ...columns })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(columns))
    .execute();
}
