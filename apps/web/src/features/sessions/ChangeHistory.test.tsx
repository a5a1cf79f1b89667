import type { Change } from '@myaccount/contract/audit';
import { shownActions } from '@myaccount/contract/audit-actions';
import { expect, test, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { tableTexts } from '../../testing/page.tsx';
import { pageOf } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ChangeHistory } from './ChangeHistory.tsx';

const changes = 'GET /customer/account/changes';
const server = startFakeServer();

function change(over: Partial<Change> = {}): Change {
  return {
    id: crypto.randomUUID(),
    at: '2026-11-24T17:00:00.000Z',
    action: 'autopay.on',
    by: { kind: 'you', name: null },
    network: '203.0.113.x',
    amount: null,
    ...over,
  };
}

async function show(result: Change[]) {
  server.answer(changes, pageOf(result));
  await renderPage(<ChangeHistory page={1} onPage={vi.fn()} />);
  return tableTexts();
}

const when = 'Nov 24, 2026, 12:00 PM EST';

test('[SESSIONS-1] says what, when, by whom, and from where', async () => {
  const rows = await show([
    change(),
    change({ action: 'payments.planned', amount: 84.99 }),
    change({ action: 'autopay.off', by: { kind: 'person', name: 'Ben' }, network: null }),
    change({ action: 'autopay.off', by: { kind: 'person', name: null } }),
    change({ action: 'import.account-changed', by: { kind: 'provider', name: null }, network: null }),
    change({ action: 'payments.made', by: { kind: 'autopay', name: null }, network: null }),
    change({ action: 'payments.failed', by: { kind: 'automatic', name: null }, network: null }),
  ]);
  expect(rows).toEqual([
    ['Autopay turned on', '—', when, 'You', '203.0.113.x'],
    ['Payment planned', '$84.99', when, 'You', '203.0.113.x'],
    ['Autopay turned off', '—', when, 'Ben', '—'],
    ['Autopay turned off', '—', when, 'Another person with access', '203.0.113.x'],
    ['Account data updated', '—', when, 'Example Fiber', '—'],
    ['Payment made', '—', when, 'Autopay', '—'],
    ['Payment failed', '—', when, 'Automatic', '—'],
  ]);
});

test('[SESSIONS-1] every action has its own words', async () => {
  const rows = await show(shownActions.map((action) => change({ action })));
  const words = rows.map(([what]) => what ?? '');
  expect(words.filter((what) => what.includes('.') || what === '')).toEqual([]);
  expect(new Set(words).size).toBe(shownActions.length);
});
