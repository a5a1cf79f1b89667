import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestPortal } from '../apps/server/src/testing/portal.ts';
import { root } from './source-files.ts';

const origins = { TRANSAFE_FRAME_URL: 'https://frame.example', CHASE_FORM_URL: 'https://form.example' };

/** The table of docs/security.md: directive and source, with a setting in place of its origin. */
function readInventory(): string[] {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const rows = text.matchAll(/^\| `([a-z-]+)` \| `([^`]+)` \|/gm);
  return [...rows].map(([, directive, source]) => `${directive} ${source}`).sort();
}

test('[METHODS-2] docs/security.md lists everything that a page with a frame may load, frame, and post to', async () => {
  const portal = await startTestPortal(origins);
  const { headers } = await portal.inject({ url: '/myaccount/nowhere' });
  await portal.close();
  const policy = Object.entries(origins).reduce(
    (text, [setting, origin]) => text.replaceAll(origin, setting),
    String(headers['content-security-policy']),
  );
  const sources = policy.split(';').flatMap((rule) => {
    const [directive, ...values] = rule.split(' ');
    return values.map((value) => `${directive} ${value}`);
  });
  expect(sources.sort()).toEqual(readInventory());
});
