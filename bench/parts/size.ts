import { basePath } from '@myaccount/contract/endpoint';
import type { Browser, Page } from '@playwright/test';
import { signedInCustomers } from '../../environment/customers.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { launchBrowser } from '../environment/browser.ts';
import { keepSession, openSession } from '../environment/browser-session.ts';
import { atMost, formatFigure, type Result } from '../report/result.ts';

const maxKiB = { login: 88, dashboard: 138 };
const bytesPerKiB = 1024;
/** Idle pages prefetch what is likely next. That counts too. */
const idleMs = 2_000;

/** Compressed JavaScript bytes on the wire when a page opens for the first time. */
export async function measureSize(environment: BenchEnvironment): Promise<Result[]> {
  const site = await environment.few();
  const browser = await launchBrowser();
  try {
    const login = await loadFresh(browser, `${site.portal.url}${basePath}/login`);
    const [customer] = await signedInCustomers(site);
    const session = await openSession({ environment, site, customer });
    const dashboard = await loadFresh(browser, `${site.portal.url}${basePath}/`, session);
    return [
      resultOf('JavaScript of the sign-in page', login, maxKiB.login),
      resultOf('JavaScript of the dashboard', dashboard, maxKiB.dashboard),
    ];
  } finally {
    await browser.close();
  }
}

interface Transfer {
  readonly scripts: number;
  readonly bytes: number;
}

async function loadFresh(browser: Browser, url: string, session?: string): Promise<Transfer> {
  const context = await browser.newContext();
  if (session) await keepSession(context, session);
  const page = await context.newPage();
  const transfer = countScripts(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(idleMs);
  if (new URL(page.url()).pathname !== new URL(url).pathname) throw new Error(`${url} led to ${page.url()}`);
  await context.close();
  return await transfer();
}

/** Counts the transferred bytes of all scripts. Throws if one is not brotli-compressed. */
function countScripts(page: Page): () => Promise<Transfer> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.endsWith('.js')) return;
    const size = async () => {
      const response = await request.response();
      const encoding = await response?.headerValue('content-encoding');
      if (encoding !== 'br') throw new Error(`${request.url()} came as ${encoding ?? 'plain text'}`);
      return (await request.sizes()).responseBodySize;
    };
    sizes.push(size());
  });
  return async () => {
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    return { scripts: sizes.length, bytes };
  };
}

function resultOf(what: string, { scripts, bytes }: Transfer, limit: number): Result {
  const kibibytes = bytes / bytesPerKiB;
  return {
    what,
    measured: `${formatFigure(kibibytes)} KiB brotli in ${scripts} files`,
    target: atMost(kibibytes, limit, ' KiB'),
    figures: { kibibytes, scripts },
  };
}
