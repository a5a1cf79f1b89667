import { apiPath, basePath } from '@myaccount/contract/endpoint';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { launchBrowser } from '../ground/browser.ts';
import { giveCodes } from '../ground/codes.ts';
import { signedInCustomers } from '../ground/customers.ts';
import type { Ground, Site } from '../ground/ground.ts';
import { atMost, type Result, shown } from '../report/result.ts';

const mostKiB = { login: 130, dashboard: 175 };
const bytesPerKiB = 1024;
/** Pages fetch ahead what is likely next once they are idle; that counts too. */
const idleMs = 2_000;

/** JavaScript that really comes over the wire, compressed, when a page is opened for the first time. */
export async function measureSize(ground: Ground): Promise<Result[]> {
  const site = await ground.many();
  const browser = await launchBrowser();
  try {
    const login = await loadFresh(browser, `${site.portal.url}${basePath}/login`);
    const session = await openBrowserSession(ground, site);
    const dashboard = await loadFresh(browser, `${site.portal.url}${basePath}/`, (context) =>
      context.addInitScript((text) => sessionStorage.setItem('auth-token', text), JSON.stringify(session)),
    );
    return [
      resultOf('JavaScript of the sign-in page', login, mostKiB.login),
      resultOf('JavaScript of the dashboard', dashboard, mostKiB.dashboard),
    ];
  } finally {
    await browser.close();
  }
}

interface Transfer {
  readonly scripts: number;
  readonly bytes: number;
}

async function loadFresh(
  browser: Browser,
  url: string,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
): Promise<Transfer> {
  const context = await browser.newContext();
  await prepare(context);
  const page = await context.newPage();
  const transfer = countScripts(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(idleMs);
  if (new URL(page.url()).pathname !== new URL(url).pathname) throw new Error(`${url} led to ${page.url()}`);
  await context.close();
  return await transfer();
}

/** Counts the bodies of all scripts as they were transferred; one without brotli is an error of the server. */
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

/** What the page keeps of a sign-in, after one by the portal itself. */
async function openBrowserSession(ground: Ground, site: Site) {
  const [customer] = await signedInCustomers(site);
  const [given] = customer ? await giveCodes(ground, [customer]) : [];
  const response = await fetch(`${site.portal.url}${apiPath}/login/otp/validate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: given?.emailAddress, otp: given?.code }),
  });
  if (!response.ok) throw new Error(`Signing in was refused: ${response.status} ${await response.text()}`);
  const answer = (await response.json()) as Record<string, unknown>;
  return {
    accessToken: answer.access_token,
    idToken: answer.id_token,
    expiresIn: answer.expires_in,
    tokenType: answer.token_type,
    receivedAt: new Date().toISOString(),
  };
}

function resultOf(what: string, { scripts, bytes }: Transfer, limit: number): Result {
  const kibibytes = bytes / bytesPerKiB;
  return {
    what,
    measured: `${shown(kibibytes)} KiB brotli in ${scripts} files`,
    target: atMost(kibibytes, limit, ' KiB'),
    figures: { kibibytes, scripts },
  };
}
