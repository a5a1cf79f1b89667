import { basePath } from '@myaccount/contract/endpoint';
import type { Browser, FrameLocator, Locator } from '@playwright/test';
import { textsOf } from '../../apps/sandbox/src/hosted/texts.ts';
import { textIn } from '../../e2e/support/texts.ts';
import { signedInCustomers } from '../../environment/customers.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { launchBrowser } from '../environment/browser.ts';
import { type BrowserSignIn, keepSession, openSession } from '../environment/browser-session.ts';
import { median } from '../load.ts';
import { atMostTimes, formatFigure, type Result } from '../report/result.ts';

const runs = 3;
/** Times what the page takes to open in the same browser: the forms are three pages more, with the services' own time. */
const maxTimes = 6;
const text = (key: string) => textIn('en', `payment-methods.${key}`);
const nickname = 'Measured';

/** A hosted form, and how a customer who types at once fills it in. */
interface Way {
  readonly what: string;
  readonly kind: 'card' | 'bank';
  choose(panel: Locator): Promise<void>;
  fill(frame: FrameLocator): Promise<void>;
}

const card = textsOf('en', 'card');
const bank = textsOf('en', 'bank');
const ways: readonly Way[] = [
  {
    what: 'a card through Chase’s form',
    kind: 'card',
    choose: async () => undefined,
    fill: async (frame) => {
      await frame.getByLabel(card.fields.cardholdername).fill('Ana Rivera');
      await frame.getByLabel(card.fields.account).fill('4242424242424242');
      await frame.getByLabel(card.fields.cv).fill('123');
      await frame.getByLabel(card.fields.expmonth).selectOption('08');
      await frame.getByLabel(card.fields.expyear).selectOption({ index: 5 });
      await frame.getByRole('button', { name: card.addCard }).click();
    },
  },
  {
    what: 'a bank account through TranSafe’s frame',
    kind: 'bank',
    choose: (panel) => panel.getByRole('tab', { name: text('adding.tab.bank') }).click(),
    fill: async (frame) => {
      await frame.getByLabel(bank.fields.cardholdername).fill('Ana Rivera');
      await frame.getByLabel(bank.fields.routing).fill('021000021');
      await frame.getByLabel(bank.fields.account).fill('1000006789');
      await frame.getByLabel(bank.fields.accounttype).selectOption('C');
      await frame.getByRole('button', { name: bank.addBank }).click();
    },
  },
];

/** From the button to the new method in the list, in a browser, at the sandbox's default speed. */
export async function measureAddMethod(environment: BenchEnvironment): Promise<Result[]> {
  const site = await environment.adding();
  const customers = await signedInCustomers(site);
  const browser = await launchBrowser();
  try {
    const results: Result[] = [];
    for (const way of ways) {
      const times: Times[] = [];
      for (let run = 0; run < runs; run++) {
        const [customer] = customers.splice(0, 1);
        times.push(await addMethod(browser, way, { environment, site, customer }));
      }
      results.push(resultOf(way, times));
    }
    return results;
  } finally {
    await browser.close();
  }
}

interface Times {
  readonly pageMs: number;
  readonly addingMs: number;
}

/** Adds a method in a browser that was never here before, and times it and the page before. */
async function addMethod(browser: Browser, way: Way, signIn: BrowserSignIn): Promise<Times> {
  const context = await browser.newContext({ locale: 'en-US' });
  try {
    await keepSession(context, await openSession(signIn));
    const page = await context.newPage();
    // The hosted forms show on the portal's public address only.
    const openedAt = performance.now();
    await page.goto(`${signIn.site.settings.PUBLIC_URL}${basePath}/billing/manage-payment-methods`);
    const add = page.getByRole('button', { name: text('add') });
    await add.waitFor();
    const pageMs = performance.now() - openedAt;
    await page.waitForLoadState('networkidle');
    const startedAt = performance.now();
    await add.click();
    const panel = page.getByRole('dialog', { name: text('add') });
    await way.choose(panel);
    await way.fill(panel.frameLocator('iframe'));
    await panel.getByLabel(text('adding.nickname')).fill(nickname);
    await panel.getByRole('checkbox').check();
    await panel.getByRole('button', { name: text(`adding.save.${way.kind}`) }).click();
    await page.getByRole('listitem').filter({ hasText: nickname }).waitFor();
    return { pageMs, addingMs: performance.now() - startedAt };
  } finally {
    await context.close();
  }
}

function resultOf({ what }: Way, times: readonly Times[]): Result {
  const timesMs = times.map(({ addingMs }) => addingMs);
  const [middle, worst] = [median(timesMs), Math.max(...timesMs)];
  const pageMs = median(times.map((one) => one.pageMs));
  const ratio = median(times.map((one) => one.addingMs / one.pageMs));
  return {
    what: `adding ${what}`,
    measured: `${formatFigure(middle)} ms, at worst ${formatFigure(worst)} ms`,
    floor: `${formatFigure(pageMs)} ms its page`,
    ratio,
    target: atMostTimes(ratio, maxTimes),
    figures: { median: middle, worst, pageMs },
  };
}
