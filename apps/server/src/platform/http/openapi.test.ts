import { accounts } from '@myaccount/contract/accounts';
import type { Endpoint } from '@myaccount/contract/endpoint';
import { expect, test } from 'vitest';
import { createBareServer } from '../../testing/bare-server.ts';
import { Endpoints, signedOut } from './endpoints.ts';

/** Returns address and calls of the document of a server with one call. */
async function describedBy(endpoint: Endpoint, publicUrl: string): Promise<unknown[]> {
  const app = await createBareServer({ PUBLIC_URL: publicUrl });
  new Endpoints(app, async () => undefined).signedIn(endpoint, () => Promise.reject(signedOut()));
  await app.ready();
  const { servers, paths } = app.swagger() as { servers: { url: string }[]; paths: object };
  await app.close();
  return [servers[0]?.url, Object.keys(paths)];
}

test('[API-26] each server of a process describes its own calls under its own address', async () => {
  const [first, other] = ['https://one.example', 'https://other.example'];
  const renamed = { ...accounts, path: '/renamed' } as const;
  expect(await describedBy(accounts, first)).toEqual([first, ['/myaccount/api/accounts']]);
  expect(await describedBy(accounts, other)).toEqual([other, ['/myaccount/api/accounts']]);
  expect(await describedBy(renamed, other)).toEqual([other, ['/myaccount/api/renamed']]);
});
