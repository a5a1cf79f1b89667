import { basePath } from '@myaccount/contract/endpoint';
import lighthouse from 'lighthouse';
import { defaultSettings } from 'lighthouse/core/config/constants.js';
import { signedInCustomers } from '../../environment/customers.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { launchBrowser, launchProfile } from '../environment/browser.ts';
import { keepSession, openSession } from '../environment/browser-session.ts';
import { recordPage, type StaticPage, serveStaticPage } from '../floor/static-page.ts';
import { median } from '../load.ts';
import { atLeast, atMostTimes, formatFigure, type Result } from '../report/result.ts';

const fullScore = 100;

/** A page as a mid-range phone on a slow connection opens it first; signed in, but for sign-in itself. */
interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  readonly runs: number;
  /** Of the static page's score. */
  readonly minPerformance: number;
  /** Times the static page's. */
  readonly maxLargestPaint: number;
}

const signInPath = '/login';
const pages: readonly MeasuredPage[] = [
  { name: 'the sign-in page', path: signInPath, runs: 3, minPerformance: 0.9, maxLargestPaint: 1.5 },
  { name: 'the dashboard', path: '/', runs: 5, minPerformance: 0.75, maxLargestPaint: 2.5 },
  { name: 'payments', path: '/payments', runs: 3, minPerformance: 0.7, maxLargestPaint: 2.5 },
  { name: 'billing', path: '/billing', runs: 3, minPerformance: 0.7, maxLargestPaint: 2.5 },
  { name: 'settings', path: '/settings', runs: 3, minPerformance: 0.7, maxLargestPaint: 2.5 },
];
const categories = ['performance', 'accessibility', 'best-practices'] as const;
type Category = (typeof categories)[number];

/**
 * Lighthouse's benchmark index of the phone that it emulates, and how many times slower than that it takes this machine
 * to be at most. A machine that is itself slow is slowed down less, or the phone would be a slower one.
 * @see https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-multipliers
 */
const phoneIndex = 264;
const maxSlowdown = 4;

interface Report {
  readonly scores: Readonly<Record<Category, number>>;
  /** Largest contentful paint. */
  readonly largestPaintMs: number;
  /** Total blocking time. */
  readonly blockingMs: number;
  /** The machine's speed during the run: Lighthouse's benchmark index. */
  readonly machineIndex: number;
}

/** Lighthouse on the pages that are opened most, each in turn with a static page of the same bytes. */
export async function measureLighthouse(environment: BenchEnvironment): Promise<Result[]> {
  const site = await environment.few();
  const [customer] = await signedInCustomers(site);
  const session = await openSession({ environment, site, customer });
  const urlOf = (path: string) => `${site.portal.url}${basePath}${path}`;
  const { machineIndex } = await runLighthouse(urlOf(signInPath), maxSlowdown, undefined);
  const slowdown = Math.min(Math.max(machineIndex / phoneIndex, 1), maxSlowdown);
  const results: Result[] = [];
  for (const page of pages) {
    const [url, own] = [urlOf(page.path), page.path === signInPath ? undefined : session];
    const floor = await startFloor(url, own);
    const reports: Report[] = [];
    const floors: Report[] = [];
    for (let run = 0; run < page.runs; run++) {
      floors.push(await runLighthouse(floor.url, slowdown, undefined));
      reports.push(await runLighthouse(url, slowdown, own));
    }
    floor.close();
    results.push(...resultsOf(page, reports, floors));
  }
  return results;
}

/** Serves a static page with the bytes of this one. */
async function startFloor(url: string, session: string | undefined): Promise<StaticPage> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    if (session) await keepSession(context, session);
    return await serveStaticPage(await recordPage(await context.newPage(), url));
  } finally {
    await browser.close();
  }
}

function resultsOf(page: MeasuredPage, reports: readonly Report[], floors: readonly Report[]): Result[] {
  const { name, minPerformance, maxLargestPaint } = page;
  const lowest = (category: Category) => Math.min(...reports.map(({ scores }) => scores[category]));
  const performance = [reports, floors].map((all) => median(all.map(({ scores }) => scores.performance)));
  const paint = [reports, floors].map((all) => median(all.map(({ largestPaintMs }) => largestPaintMs)));
  const blockedMs = median(reports.map((report) => report.blockingMs));
  return [
    {
      ...compared(`performance of ${name}`, performance, ''),
      target: atLeast(quotient(performance), minPerformance, ' ×'),
    },
    ...(['accessibility', 'best-practices'] as const).map((category) => ({
      ...compared(`${category} of ${name}`, [lowest(category)], ''),
      target: atLeast(lowest(category), fullScore, ''),
    })),
    {
      ...compared(`largest paint of ${name}`, paint, ' ms'),
      target: atMostTimes(quotient(paint), maxLargestPaint),
    },
    compared(`time blocked of ${name}`, [blockedMs], ' ms'),
  ];
}

/** A figure of the page, and the static page's. */
function compared(what: string, [ours = Number.NaN, floor]: readonly number[], unit: string): Result {
  return {
    what: `Lighthouse, ${what}`,
    measured: `${formatFigure(ours)}${unit}`,
    ...(floor === undefined
      ? { figures: { ours } }
      : {
          floor: `${formatFigure(floor)}${unit} static`,
          ratio: ours / floor,
          figures: { ours, floor },
        }),
  };
}

function quotient([ours = Number.NaN, floor = Number.NaN]: readonly number[]): number {
  return ours / floor;
}

async function runLighthouse(
  url: string,
  cpuSlowdownMultiplier: number,
  session: string | undefined,
): Promise<Report> {
  const [port] = await findFreePorts();
  const context = await launchProfile(port);
  try {
    if (session) await keepSession(context, session);
    const report = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: [...categories],
      formFactor: 'mobile',
      throttling: { ...defaultSettings.throttling, cpuSlowdownMultiplier },
    });
    const score = (category: Category) =>
      Math.round((report?.lhr.categories[category]?.score ?? Number.NaN) * fullScore);
    const ms = (audit: string) => report?.lhr.audits[audit]?.numericValue ?? Number.NaN;
    return {
      scores: Object.fromEntries(
        categories.map((category) => [category, score(category)]),
      ) as Report['scores'],
      largestPaintMs: ms('largest-contentful-paint'),
      blockingMs: ms('total-blocking-time'),
      machineIndex: report?.lhr.environment.benchmarkIndex ?? Number.NaN,
    };
  } finally {
    await context.close();
  }
}
