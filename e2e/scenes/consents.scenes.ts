import { consentKinds } from '@myaccount/contract/consent';
import type { ConsentEntry } from '@myaccount/contract/consents';
import type { Page } from '@playwright/test';
import { type Actor, answering, refusing, type Scene } from './scene.ts';

const security = { email: 'ana.rivera@example.com', path: 'settings?tab=security' };

/** One consent of each kind: some by another person, some from a network that the reader may not read. */
const given: ConsentEntry[] = consentKinds.map((kind, index) => ({
  id: `00000000-0000-7000-8000-00000000000${index}`,
  kind,
  textVersion: '1',
  language: index % 2 === 0 ? 'en' : 'es',
  agreedAt: `2026-11-2${index}T17:00:00.000Z`,
  by: index === 1 ? { kind: 'person', name: null } : { kind: 'you', name: null },
  network: index === 1 ? null : '203.0.113.x',
}));

/** Answers the list of consents: the first of two pages, or an empty one. */
const listing = (result: readonly ConsentEntry[]) =>
  answering('**/api/customer/account/consents?*', {
    totalCount: result.length * 2,
    totalPages: result.length > 0 ? 2 : 0,
    result,
  });

/** Presses the first download, and waits for what is said beneath it. */
async function failDownload(page: Page, { text }: Actor): Promise<void> {
  const list = page.getByRole('table', { name: text('consent-history.title') });
  await list.getByRole('button').first().click();
  await page.getByText(text('consent-history.downloadFailed')).waitFor();
}

/** What was agreed to, on the Security tab (CONSENT-1). */
export const consentScenes: readonly Scene[] = [
  { ...security, name: 'settings-security-consents', intercept: listing([...given].reverse()) },
  { ...security, name: 'settings-security-no-consents', intercept: listing([]) },
  {
    ...security,
    name: 'settings-security-consent-failed',
    intercept: async (page) => {
      await listing([...given].reverse())(page);
      await refusing('**/api/customer/account/consent?*', 503, { code: 'server.unavailable' })(page);
    },
    act: failDownload,
  },
];
