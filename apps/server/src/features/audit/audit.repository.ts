import type { Database } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';

/** An event or error of a page, without card or bank numbers. */
export interface PageEvent {
  readonly accountId: string;
  readonly loginId: string;
  readonly at: Date;
  readonly action: string;
  readonly error: string | null;
  readonly client: Client;
}

/** Stores a page's event. */
export async function insertPageEvent(db: Database, event: PageEvent): Promise<void> {
  await db
    .insertInto('page_event')
    .values({
      account_id: event.accountId,
      login_id: event.loginId,
      at: event.at,
      action: event.action,
      error: event.error,
      client_address: event.client.address,
      correlation_id: event.client.correlationId,
    })
    .execute();
}
