import { basePath } from '@myaccount/contract/endpoint';
import lighthouse from 'lighthouse';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import { launchBrowser } from '../environment/browser.ts';
import type { BenchEnvironment } from '../environment/environment.ts';
import { median } from '../load.ts';
import { atLeast, type Result } from '../report/result.ts';

const runs = 3;
const minPerformance = 95;
const minAccessibility = 100;

interface Scores {
  readonly performance: number;
  readonly accessibility: number;
}

/** Lighthouse on the sign-in page, as a mid-range phone on a slow connection. */
export async function measureLighthouse(environment: BenchEnvironment): Promise<Result[]> {
  const { portal } = await environment.few();
  const scores: Scores[] = [];
  for (let run = 0; run < runs; run++) scores.push(await runLighthouse(`${portal.url}${basePath}/login`));
  const performance = median(scores.map((score) => score.performance));
  const accessibility = Math.min(...scores.map((score) => score.accessibility));
  return [
    {
      what: 'Lighthouse, performance of the sign-in page',
      measured: String(performance),
      target: atLeast(performance, minPerformance, ''),
      figures: { performance },
    },
    {
      what: 'Lighthouse, accessibility of the sign-in page',
      measured: String(accessibility),
      target: atLeast(accessibility, minAccessibility, ''),
      figures: { accessibility },
    },
  ];
}

async function runLighthouse(url: string): Promise<Scores> {
  const [port] = await findFreePorts();
  const browser = await launchBrowser({ debuggingPort: port });
  try {
    const report = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility'],
      formFactor: 'mobile',
    });
    const scoreOf = (category: keyof Scores) =>
      Math.round((report?.lhr.categories[category]?.score ?? Number.NaN) * 100);
    return { performance: scoreOf('performance'), accessibility: scoreOf('accessibility') };
  } finally {
    await browser.close();
  }
}
