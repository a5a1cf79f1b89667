import { basePath } from '@myaccount/contract/endpoint';
import lighthouse from 'lighthouse';
import { defaultSettings } from 'lighthouse/core/config/constants.js';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { launchBrowser } from '../environment/browser.ts';
import { median } from '../load.ts';
import { atLeast, atMost, formatFigure, type Result } from '../report/result.ts';

const runs = 3;
const fullScore = 100;
const minPerformance = 98;
const maxLargestPaintMs = 1_500;
const maxBlockingMs = 100;
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

/** Lighthouse on the sign-in page, as a mid-range phone on a slow connection. */
export async function measureLighthouse(environment: BenchEnvironment): Promise<Result[]> {
  const { portal } = await environment.few();
  const url = `${portal.url}${basePath}/login`;
  const { machineIndex } = await runLighthouse(url, maxSlowdown);
  const slowdown = Math.min(Math.max(machineIndex / phoneIndex, 1), maxSlowdown);
  const reports: Report[] = [];
  for (let run = 0; run < runs; run++) reports.push(await runLighthouse(url, slowdown));
  return [
    scoreOf('performance', median(reports.map(({ scores }) => scores.performance)), minPerformance),
    scoreOf('accessibility', Math.min(...reports.map(({ scores }) => scores.accessibility))),
    scoreOf('best-practices', Math.min(...reports.map(({ scores }) => scores['best-practices']))),
    timeOf('largest paint', median(reports.map(({ largestPaintMs }) => largestPaintMs)), maxLargestPaintMs),
    timeOf('time blocked', median(reports.map(({ blockingMs }) => blockingMs)), maxBlockingMs),
  ];
}

function scoreOf(category: Category, score: number, minimum = fullScore): Result {
  return {
    what: `Lighthouse, ${category} of the sign-in page`,
    measured: String(score),
    target: atLeast(score, minimum, ''),
    figures: { score },
  };
}

function timeOf(what: string, ms: number, limit: number): Result {
  return {
    what: `Lighthouse, ${what} of the sign-in page`,
    measured: `${formatFigure(ms)} ms`,
    target: atMost(ms, limit, ' ms'),
    figures: { ms },
  };
}

async function runLighthouse(url: string, cpuSlowdownMultiplier: number): Promise<Report> {
  const [port] = await findFreePorts();
  const browser = await launchBrowser({ debuggingPort: port });
  try {
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
    await browser.close();
  }
}
