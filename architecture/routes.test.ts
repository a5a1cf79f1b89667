import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { apiPath } from '@myaccount/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { forFile } from '../apps/server/src/testing/for-tests.ts';
import { startTestPortal } from '../apps/server/src/testing/portal.ts';
import { paths } from '../apps/web/src/app/paths.ts';
import { contract } from './contract.ts';

const portal = forFile(() => startTestPortal());

/** Calls that need no session; adding one is a decision. */
const publicCalls = [
  'GET /appointment/schedules',
  'GET /appointment/schedule',
  'GET /calendar-feed',
  'GET /charge-notice',
  'POST /charge-notice/stop',
  'GET /login/change',
  'POST /login/change/stop',
  'POST /login/otp/send',
  'POST /login/otp/validate',
  'POST /login/link/validate',
];

const callsOfContract = contract.map(({ method, path }) => `${method} ${path}`);

async function describedPaths(): Promise<Record<string, Record<string, unknown>>> {
  const response = await portal.inject({ method: 'GET', url: `${apiPath}/openapi.json` });
  expect(response.statusCode).toBe(200);
  return response.json().paths;
}

describe('the contract is the API', () => {
  test('[API-26] contract and registered calls are the same set', async () => {
    const paths = await describedPaths();
    const registered = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(apiPath, '')}`),
    );
    expect(registered.sort()).toEqual([...callsOfContract].sort());
  });

  test('[LOGIN-1] every call but the public ones refuses without a session', async () => {
    const open = contract
      .filter((endpoint) => endpoint.isPublic)
      .map(({ method, path }) => `${method} ${path}`);
    expect(open).toEqual(publicCalls);
    for (const { method, path, isPublic, body } of contract) {
      if (isPublic) continue;
      const payload = body ? {} : undefined;
      const response = await portal.inject({ method, url: `${apiPath}${path}`, payload });
      expect(response.statusCode, path).toBe(401);
      expect(response.headers['content-type']).toContain('application/problem+json');
    }
  });

  test('[API-26] the description can be read as a page', async () => {
    const response = await portal.inject({ method: 'GET', url: `${apiPath}/docs/` });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('swagger-ui');
  });

  test('[SHELL-1] calls and pages are where callers expect them', async () => {
    const lines = [...callsOfContract.sort(), '', ...Object.values(paths).sort()];
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./paths.snapshot.txt');
  });

  test('a call names the feature that serves it', () => {
    const folders = readdirSync(join(import.meta.dirname, '../apps/server/src/features'));
    expect(folders).toEqual(expect.arrayContaining(contract.map(({ feature }) => feature)));
  });
});
