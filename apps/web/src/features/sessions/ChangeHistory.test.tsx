import type { Change } from '@myaccount/contract/audit';
import { shownActions } from '@myaccount/contract/audit-actions';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { accountNumber } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
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

function Page() {
  const [page, setPage] = useState(1);
  return <ChangeHistory page={page} onPage={setPage} />;
}

async function show(result: Change[]) {
  server.answer(changes, { body: { totalCount: result.length, totalPages: 1, result } });
  await renderPage(<Page />);
  const table = await screen.findByRole('table');
  const rows = within(table).getAllByRole('row').slice(1);
  return rows.map((row) =>
    [...row.children].map(({ textContent }) => textContent?.replace(/[\s\u202f]/g, ' ')),
  );
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

test('[SESSIONS-1] every action has words of its own', async () => {
  const rows = await show(shownActions.map((action) => change({ action })));
  const words = rows.map(([what]) => what ?? '');
  expect(words.filter((what) => what.includes('.') || what === '')).toEqual([]);
  expect(new Set(words).size).toBe(shownActions.length);
});

test('[SESSIONS-1] is paged, for the selected account', async () => {
  server.answer(changes, ({ query }) => {
    const result = [change({ amount: Number(query.get('page_number')), action: 'payments.made' })];
    return { body: { totalCount: 6, totalPages: 2, result } };
  });
  await renderPage(<Page />);
  await screen.findByText('$1.00');
  await user.click(screen.getByRole('button', { name: /^Page 2/ }));
  await screen.findByText('$2.00');
  expect(server.requestsOf(changes).map(({ query }) => Object.fromEntries(query))).toEqual([
    { AccountNumber: accountNumber, page_number: '1', page_size: '5' },
    { AccountNumber: accountNumber, page_number: '2', page_size: '5' },
  ]);
});

test('[SESSIONS-1] says when there is nothing, or when it cannot be loaded', async () => {
  server.answer(changes, problemAnswer(404, 'request.not-found'));
  await renderPage(<Page />);
  const again = await screen.findByRole('button', { name: 'Try Again' });
  screen.getByText('The history of changes could not be loaded.');
  server.answer(changes, { body: { totalCount: 0, totalPages: 0, result: [] } });
  await user.click(again);
  await screen.findByText('Nothing has changed yet.');
});
