import type { Trx } from './database/connect.ts';
import type { RowOf } from './database/tables.ts';

/** What an outside service told the portal. */
export interface InboxEvent {
  /** The service's name. */
  readonly provider: string;
  /** Unique for the service. */
  readonly eventId: string;
  readonly receivedAt: Date;
  readonly payload: object;
  readonly state: RowOf<'inbox_event'>['state'];
}

/** Stores an event. Returns false if it is stored already; waits for a server that is storing it. */
export async function addInboxEvent(trx: Trx, event: InboxEvent): Promise<boolean> {
  const { provider, eventId, receivedAt, payload, state } = event;
  const row = await trx
    .insertInto('inbox_event')
    .values({
      provider,
      event_id: eventId,
      received_at: receivedAt,
      payload: JSON.stringify(payload),
      state,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}
