import pg from 'pg';
import { inject } from 'vitest';
import type { TestPortal } from './portal.ts';

/** One connection of somebody who may do what the portal may not. */
export interface Owner {
  readonly query: pg.Client['query'];
  close(): Promise<void>;
}

/** Connects to a portal's database as the owner of its tables. */
export async function connectOwner({ ownerUrl }: Pick<TestPortal, 'ownerUrl'>): Promise<Owner> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  return { query: client.query.bind(client), close: () => client.end() };
}

/** Connects to a portal's database as a superuser. */
export async function connectSuperuser({ ownerUrl }: Pick<TestPortal, 'ownerUrl'>): Promise<Owner> {
  const url = new URL(inject('testPostgres').superuserUrl);
  url.pathname = new URL(ownerUrl).pathname;
  return await connectOwner({ ownerUrl: url.href });
}
