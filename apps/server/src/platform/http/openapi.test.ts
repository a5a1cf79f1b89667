import { accounts } from '@myaccount/contract/accounts';
import type { Endpoint } from '@myaccount/contract/endpoint';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { testSettings } from '../../testing/portal.ts';
import { createLog } from '../log.ts';
import { Endpoints, signedOut } from './endpoints.ts';
import { createServer } from './server.ts';

/** Returns address and calls of the document of a server with one call. */
async function describedBy(endpoint: Endpoint, publicUrl: string): Promise<unknown[]> {
  const settings = testSettings('postgres://localhost/none', { PUBLIC_URL: publicUrl });
  const app = await createServer(readConfig(settings), createLog('silent'));
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
