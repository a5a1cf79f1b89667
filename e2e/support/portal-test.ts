import { type BrowserContext, test as base, type CDPSession, type Page } from '@playwright/test';
import { keepAxe } from './accessibility.ts';

/** A context that tests share, and a session of a page that stays open in it. */
interface WarmContext {
  readonly context: BrowserContext;
  readonly keeper: CDPSession;
  /** How many tests it served. */
  uses: number;
}

/** Tests after which a context is closed: its renderer holds on to memory of pages that are closed, and slows down. */
const maximumUses = 20;

interface Warmth {
  /** False for a test that needs a browser that has seen nothing: of signing in, the first paint, or with its own clock. */
  readonly isWarm: boolean;
}

/**
 * Tests whose pages share a context, so that the browser has compiled the scripts before, and one renderer process, which a
 * page that stays open keeps alive. A test finds nothing that another has stored, granted, or routed, and its tabs are new.
 */
export const test = base.extend<Warmth, { warm: Map<string, Promise<WarmContext>> }>({
  isWarm: [true, { option: true }],
  warm: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const warm = new Map<string, Promise<WarmContext>>();
      await use(warm);
      for (const { context } of await Promise.all(warm.values())) await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, warm, isWarm, locale, viewport, baseURL }, use) => {
    if (!isWarm) {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    // What a context cannot change later.
    const key = JSON.stringify([locale, viewport]);
    const opening = warm.get(key) ?? openWarm(await browser.newContext());
    warm.set(key, opening);
    const opened = await opening;
    const { context, keeper } = opened;
    await use(context);
    opened.uses += 1;
    if (opened.uses < maximumUses) return await forget(context, keeper, new URL(baseURL ?? '').origin);
    warm.delete(key);
    await context.close();
  },
  page: async ({ context }, use) => await use(await openTab(context)),
});

/** Opens a tab from the page that stays open: it starts in that page's process, where `newPage` would start one first. */
async function openTab(context: BrowserContext): Promise<Page> {
  const [keeper] = context.pages();
  if (!keeper) return await context.newPage();
  const opening = context.waitForEvent('page');
  await keeper.evaluate(() => {
    const tab = window.open('about:blank');
    if (tab) tab.opener = null;
    Object.assign(window, { tab });
  });
  return await opening;
}

async function openWarm(context: BrowserContext): Promise<WarmContext> {
  await keepFont(context);
  const page = await context.newPage();
  await page.goto('./health/ready');
  await keepAxe(page);
  return { context, keeper: await context.newCDPSession(page), uses: 0 };
}

/** Shows every page in the font, as in a browser that has loaded it before. */
export async function keepFont(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('browser:font', 'true');
  });
}

async function forget(context: BrowserContext, keeper: CDPSession, origin: string): Promise<void> {
  const [, ...pages] = context.pages();
  for (const page of pages) await page.close();
  await context.clearCookies();
  await context.clearPermissions();
  await context.unrouteAll();
  await keeper.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,indexeddb,cache_storage',
  });
}
