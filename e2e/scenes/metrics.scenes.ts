import type { Counts } from '@myaccount/contract/metrics';
import { expect, type Page } from '@playwright/test';
import { failing, type Scene } from './scene.ts';

const statsCall = '**/api/login/otp/login-stats?*';
const hourMs = 3_600_000;
/** A portal of many customers; the second number is that of the range before. */
const perPoint = { signIns: [41, 37], failed: 3, payments: [18, 19], declined: 2, opened: [7, 7] } as const;

/** What happened in a point: more by day, and not the same in any two. */
function countsAt(index: number, isBefore: boolean): Counts {
  const wave = 1 + Math.sin(index / 3.8) * 0.8 + ((index * 7) % 5) / 10;
  const of = (count: number) => Math.round(count * wave);
  const which = isBefore ? 1 : 0;
  const login = { success: of(perPoint.signIns[which]), failure: of(perPoint.failed) };
  const payment = { success: of(perPoint.payments[which]), failure: of(perPoint.declined) };
  const open = of(perPoint.opened[which]);
  const iframe = {
    open,
    success: Math.round(open * 0.8),
    failure: index % 3,
    errors: index % 7 === 0 ? 1 : 0,
  };
  return {
    login: { ...login, total: login.success + login.failure },
    payment: { ...payment, total: payment.success + payment.failure },
    iframe: { ...iframe, total: iframe.open + iframe.success + iframe.failure + iframe.errors },
  };
}

const none: Counts = {
  login: { total: 0, success: 0, failure: 0 },
  payment: { total: 0, success: 0, failure: 0 },
  iframe: { total: 0, open: 0, success: 0, failure: 0, errors: 0 },
};

function sumOf(points: readonly Counts[]): Counts {
  const add = <T extends object>(a: T, b: T): T =>
    Object.fromEntries(
      Object.entries(a).map(([key, value]) => [key, value + (b as Record<string, number>)[key]]),
    ) as T;
  return points.reduce(
    (sum, { login, payment, iframe }) => ({
      login: add(sum.login, login),
      payment: add(sum.payment, payment),
      iframe: add(sum.iframe, iframe),
    }),
    none,
  );
}

/** Answers as if a portal were busy, or as if nothing happened. The demo itself has counted only what was just tried. */
const counting =
  ({ isEmpty = false } = {}) =>
  (page: Page) =>
    page.route(statsCall, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const endMs = Date.parse(query.get('endTime') ?? '');
      const start = query.get('startTime') ?? '0';
      const startMs = start === '0' ? endMs - 300 * 24 * hourMs : Date.parse(start);
      const isBefore = Date.now() - endMs > hourMs;
      const stepMs = Math.ceil((endMs - startMs) / hourMs / 48) * hourMs;
      const length = Math.ceil((endMs - startMs) / stepMs);
      const points = Array.from({ length }, (_, index) => (isEmpty ? none : countsAt(index, isBefore)));
      const series = points.map((point, index) => ({
        at: new Date(startMs + index * stepMs).toISOString(),
        ...point,
      }));
      return route.fulfill({ json: { ...sumOf(points), series } });
    });

/** Comes back to the page, which reads its figures again, while the server is away. */
async function refreshWhileAway(page: Page): Promise<void> {
  await page.getByRole('tab', { selected: true }).focus();
  await failing(statsCall)(page);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('[data-failed]')).toBeVisible({ timeout: 20_000 });
}

/** Walks the points of the first chart with the arrow keys. */
async function readPoint(page: Page): Promise<void> {
  await page.getByRole('application').first().focus();
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('ArrowRight');
  await page
    .getByRole('status')
    .filter({ has: page.getByRole('listitem') })
    .waitFor();
}

const busy = { email: 'ana.rivera@example.com', path: 'metrics', intercept: counting() };
const charts = (page: Page) => page.getByRole('application').nth(2).waitFor();
const showCharts = async (page: Page) => {
  await charts(page);
  await page.getByRole('tab', { selected: true }).focus();
};

/** Counts of sign-ins, payments, and hosted forms. */
export const metricsScenes: readonly Scene[] = [
  {
    ...busy,
    name: 'metrics',
    act: showCharts,
  },
  {
    ...busy,
    name: 'metrics-days',
    act: async (page, { text }) => {
      await page.getByRole('tab', { name: text('metrics.range.30') }).click();
      await charts(page);
    },
  },
  {
    ...busy,
    name: 'metrics-all-time',
    path: 'metrics?range=0',
    act: showCharts,
  },
  { ...busy, name: 'metrics-point', act: readPoint },
  {
    ...busy,
    name: 'metrics-table',
    act: async (page, { text }) => {
      await page.getByText(text('metrics.table.points'), { exact: true }).first().click();
      await page.getByRole('table', { name: text('metrics.table.points') }).waitFor();
    },
  },
  { ...busy, name: 'metrics-not-updated', act: refreshWhileAway },
  { ...busy, name: 'metrics-empty', intercept: counting({ isEmpty: true }) },
  { ...busy, name: 'metrics-failed', intercept: failing(statsCall) },
];
