import { consentKinds } from '@myaccount/contract/consent';
import type { ConsentEntry } from '@myaccount/contract/consents';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { tableTexts } from '../../testing/page.tsx';
import { accountNumber, pageOf } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { watchSaved } from '../../testing/saved-files.ts';
import { user } from '../../testing/user.ts';
import { ConsentHistory } from './ConsentHistory.tsx';

const consents = 'GET /customer/account/consents';
const consentText = 'GET /customer/account/consent';
const server = startFakeServer();

function consent(over: Partial<ConsentEntry> = {}): ConsentEntry {
  return {
    id: crypto.randomUUID(),
    kind: 'autopay',
    textVersion: '1',
    language: 'en',
    agreedAt: '2026-11-24T17:00:00.000Z',
    by: { kind: 'you', name: null },
    network: '203.0.113.x',
    ...over,
  };
}

async function show(result: ConsentEntry[]) {
  server.answer(consents, pageOf(result));
  await renderPage(<ConsentHistory page={1} onPage={vi.fn()} />);
  return tableTexts();
}

const when = 'Nov 24, 2026, 12:00 PM EST';

test('[CONSENT-1] says what was agreed to, in which words, when, by whom, and from where', async () => {
  const rows = await show([
    consent(),
    consent({ kind: 'bank-debit', textVersion: '2', language: 'es' }),
    consent({ kind: 'paperless', by: { kind: 'person', name: 'Ben' }, network: null }),
    consent({ kind: 'texts', by: { kind: 'person', name: null } }),
  ]);
  expect(rows).toEqual([
    ['Autopay', 'Version 1, English', when, 'You', '203.0.113.x', 'Download'],
    ['Bank debit', 'Version 2, Spanish', when, 'You', '203.0.113.x', 'Download'],
    ['Paperless billing', 'Version 1, English', when, 'Ben', '—', 'Download'],
    ['Text messages', 'Version 1, English', when, 'Another person with access', '203.0.113.x', 'Download'],
  ]);
});

test('[CONSENT-1] every kind has its own words', async () => {
  const rows = await show(consentKinds.map((kind) => consent({ kind })));
  const words = rows.map(([what]) => what ?? '');
  expect(words.filter((what) => what.includes('.') || what === '')).toEqual([]);
  expect(new Set(words).size).toBe(consentKinds.length);
});

test('[CONSENT-1] saves the words of the row that was pressed', async () => {
  const saved = watchSaved();
  const rows = [consent(), consent({ kind: 'paperless', agreedAt: '2026-11-25T03:00:00.000Z' })];
  await show(rows);
  server.answer(consentText, { body: 'I agree.' });
  await user.click(screen.getByRole('button', { name: /^Download the text: Paperless billing/ }));
  await waitFor(() => expect(saved).toMatchObject([{ name: 'paperless-2026-11-24.txt' }]));
  expect(server.requestsOf(consentText).map(({ query }) => Object.fromEntries(query))).toEqual([
    { AccountNumber: accountNumber, id: rows[1]?.id },
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[CONSENT-1] says beneath the row that its download failed, logs it, and can be pressed again', async () => {
  const saved = watchSaved();
  await show([consent({ kind: 'texts' }), consent()]);
  const button = screen.getByRole('button', { name: /^Download the text: Autopay/ });
  await user.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The download did not work. Please try again.');
  expect(alert.closest('tr')?.previousElementSibling?.contains(button)).toBe(true);
  await waitFor(() =>
    expect(server.requestsOf('POST /logger/log')).toMatchObject([
      { body: { accountNumber, action: 'consents.download failed' } },
    ]),
  );
  server.answer(consentText, { body: 'I agree.' });
  await user.click(button);
  await waitFor(() => expect(saved).toMatchObject([{ name: 'autopay-2026-11-24.txt' }]));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('[CONSENT-1] a second press while the file comes asks for nothing more', async () => {
  const saved = watchSaved();
  await show([consent()]);
  const respond = server.hold(consentText);
  const button = screen.getByRole('button', { name: /^Download the text/ });
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  await user.click(button);
  respond({ body: 'I agree.' });
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(server.requestsOf(consentText)).toHaveLength(1);
  await waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false));
});
