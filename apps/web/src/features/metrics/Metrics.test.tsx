import type { Counts } from '@myaccount/contract/metrics';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { config } from '../../api/config.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Metrics } from './Metrics.tsx';
import type { Range } from './ranges.ts';

const call = 'GET /login/otp/login-stats';
const server = startFakeServer();

const counts = (login: number, payment: number, forms: number, failures: number): Counts => ({
  login: { total: login + failures, success: login, failure: failures },
  payment: { total: payment + failures, success: payment, failure: failures },
  iframe: { total: forms + 2 * failures, open: forms, success: 0, failure: failures, errors: failures },
});
const none = counts(0, 0, 0, 0);
const hours = ['2026-11-24T16:00:00.000Z', '2026-11-24T17:00:00.000Z', '2026-11-24T18:00:00.000Z'] as const;

/** Answers with what was counted now, and in the range before. */
function answer(now: Counts, before: Counts = none): void {
  const series = [now, none, counts(0, 1, 0, 0)].map((point, index) => ({ at: hours[index], ...point }));
  let end = '';
  server.answer(call, ({ query }) => {
    const isFirst = end === '' || (query.get('endTime') ?? '') >= end;
    if (isFirst) end = query.get('endTime') ?? '';
    return { body: isFirst ? { ...now, series } : { ...before, series: [] } };
  });
}

const open = (range: Range = 1) => renderPage(<Metrics range={range} />, { at: '/metrics' });
const figure = (name: string) => {
  const box = screen.getAllByText(name, { selector: 'dt' })[0]?.parentElement;
  if (!box) throw new Error(`no figure ${name}`);
  return within(box).getByRole('definition').textContent;
};

test('[METRICS-1] four figures say how they differ from the range before', async () => {
  answer(counts(1_250, 50, 10, 2), counts(1_000, 100, 10, 0));
  await open();
  await screen.findByText(/25% more/);
  expect(figure('Successful sign-ins')).toBe('1,25025% more than in the 24 hours before');
  expect(figure('Successful payments')).toBe('5050% fewer than in the 24 hours before');
  expect(figure('Card and bank forms opened')).toBe('10As many as in the 24 hours before');
  expect(figure('Failures and errors')).toBe('8None in the 24 hours before');
});

test('[METRICS-1] what was and is 0 says nothing of a change, and a small one is never shown as none', async () => {
  answer(counts(10_001, 0, 3, 0), counts(10_000, 0, 3, 0));
  await open();
  await screen.findByText(/^1% more/);
  expect(figure('Card and bank forms opened')).toBe('3As many as in the 24 hours before');
  expect(figure('Successful payments')).toBe('0');
  expect(figure('Failures and errors')).toBe('0');
});

test.each([
  [7, 'the 7 days before'],
  [15, 'the 15 days before'],
  [30, 'the 30 days before'],
] as const)('[METRICS-1] %i days are compared with %s', async (range, period) => {
  answer(counts(2, 0, 0, 0), counts(1, 0, 0, 0));
  await open(range);
  await screen.findByText(`100% more than in ${period}`);
  const [now, before] = server.requestsOf(call).map(({ query }) => query);
  const days = (query?: URLSearchParams) =>
    (Date.parse(query?.get('endTime') ?? '') - Date.parse(query?.get('startTime') ?? '')) / 86_400_000;
  expect(Math.ceil(days(now))).toBe(range);
  expect(days(before)).toBe(range);
  expect(before?.get('endTime')).toBe(now?.get('startTime'));
});

test('[METRICS-1] all time is compared with nothing', async () => {
  answer(counts(2, 0, 0, 0));
  await open(0);
  await screen.findByText('Failures and errors');
  expect(figure('Successful sign-ins')).toBe('2');
  expect(server.requestsOf(call).map(({ query }) => query.get('startTime'))).toEqual(['0']);
});

test('[METRICS-1] a table has every count, and each point in which anything happened', async () => {
  answer(counts(1_250, 50, 10, 2));
  await open();
  const sums = await screen.findByRole('table', { name: 'All counts' });
  const rowsOf = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row', { hidden: true })
      .map((row) =>
        [...row.children].map((cell) => cell.textContent?.replace(/^(Succeeded|Failed|Opened|Errors) /, '')),
      );
  expect(rowsOf(sums)).toEqual([
    ['What', 'Total', 'Succeeded', 'Failed', 'Opened', 'Errors'],
    ['Sign-ins', '1,252', '1,250', '2', '—', '—'],
    ['Payments', '52', '50', '2', '—', '—'],
    ['Card and bank forms', '—', '0', '2', '10', '2'],
  ]);
  const points = screen.getByRole('table', { name: 'Counts over time', hidden: true });
  const times = within(points).getAllByRole('rowheader', { hidden: true });
  expect(times.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'Nov 24, 2026, 1 PM',
    'Nov 24, 2026, 11 AM',
  ]);
  within(points).getByText(/10 opened, 2 failed, 2 errors/);
});

test('[METRICS-1] [CONFIG-2] figures are read again as often as the limit says, and show when', async () => {
  vi.spyOn(config.limits, 'metricsSeconds', 'get').mockReturnValue(1);
  answer(counts(1, 0, 0, 0));
  await open();
  await screen.findByText(/^Updated at \d+:\d\d:\d\d [AP]M E[SD]T\. Updates every 1 second\.$/);
  answer(counts(2, 0, 0, 0));
  await waitFor(() => expect(figure('Successful sign-ins')).toMatch(/^2/));
});

test('[METRICS-1] a failed refresh keeps the figures and says so', async () => {
  vi.spyOn(config.limits, 'metricsSeconds', 'get').mockReturnValue(1);
  answer(counts(7, 0, 0, 0));
  await open();
  await screen.findByText(/^Updated/);
  server.answer(call, { isLost: true });
  const status = await screen.findByText(/^Not updated since/);
  expect(status.getAttribute('role')).toBe('status');
  expect(figure('Successful sign-ins')).toMatch(/^7/);
  answer(counts(8, 0, 0, 0));
  await screen.findByText(/^Updated/);
  expect(screen.queryByText(/^Not updated/)).toBeNull();
});

test('[METRICS-1] says when nothing happened, and when the figures cannot be loaded', async () => {
  answer(none);
  const { unmount } = await open();
  await screen.findByText('Nothing happened in this time.');
  unmount();
  server.answer(call, { status: 404, body: {} });
  await open();
  await screen.findByText('The figures could not be loaded.');
  answer(counts(3, 0, 0, 0));
  screen.getByRole('button', { name: 'Try Again' }).click();
  await screen.findByText('Failures and errors');
  expect(figure('Successful sign-ins')).toMatch(/^3/);
});
