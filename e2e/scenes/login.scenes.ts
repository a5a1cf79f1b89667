import type { Locator, Page } from '@playwright/test';
import { type Act, failing, type Intercept, refusing, type Scene } from './scene.ts';

const olivia = 'olivia.hart@example.com';
const sendCall = '**/api/login/otp/send';
const path = 'login';
const codeLifeMs = 301_000;

interface TimedWindow {
  aheadMs?: number;
}

/** Asks for a code, and waits for what answers. */
const sendTo =
  (email: string, answer: (page: Page, text: (key: string) => string) => Locator): Act =>
  async (page, { text }) => {
    await page.getByLabel(text('login.email')).fill(email);
    await page.keyboard.press('Enter');
    await answer(page, text).waitFor();
  };

const awaitCodeStep = sendTo(olivia, (page, text) => page.getByLabel(text('login.code')));

/** Lets the page's time be moved ahead: a clock of Playwright stays with the context, which scenes share. */
const movable: Intercept = (page) =>
  page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + ((window as TimedWindow).aheadMs ?? 0);
  });

/** Signing in, step by step, and what can go wrong. */
export const loginScenes: readonly Scene[] = [
  { name: 'login-email', path },
  { name: 'login-session-ended', path: 'login?ended=1' },
  {
    name: 'login-no-email',
    path,
    act: sendTo('nobody', (page) => page.locator('[aria-invalid=true]')),
  },
  {
    name: 'login-unknown-email',
    path,
    act: sendTo('nobody@example.com', (page) => page.locator('[aria-invalid=true]')),
  },
  {
    name: 'login-offline',
    path,
    intercept: failing(sendCall),
    act: sendTo(olivia, (page) => page.getByRole('alert').first()),
  },
  {
    name: 'login-too-many',
    path,
    intercept: refusing(sendCall, 429, { code: 'login.too-many-codes', retryAfterSeconds: 95 }),
    act: sendTo(olivia, (page) => page.getByRole('timer')),
  },
  {
    name: 'login-away',
    path,
    intercept: refusing(sendCall, 503, { code: 'server.unavailable' }),
    act: sendTo(olivia, (page, text) => page.getByText(text('problems.server-unavailable'))),
  },
  {
    name: 'login-mail-away',
    path,
    intercept: refusing(sendCall, 503, { code: 'login.mail-unavailable' }),
    act: sendTo(olivia, (page, text) => page.getByText(text('problems.login-mail-unavailable'))),
  },
  { name: 'login-code', path, act: awaitCodeStep },
  {
    name: 'login-code-away',
    path,
    intercept: refusing('**/api/login/otp/validate', 503, { code: 'server.unavailable' }),
    act: async (page, actor) => {
      await awaitCodeStep(page, actor);
      await page.getByLabel(actor.text('login.code')).fill('000000');
      await page.getByText(actor.text('problems.server-unavailable')).waitFor();
    },
  },
  {
    name: 'login-code-wrong',
    path,
    act: async (page, actor) => {
      await awaitCodeStep(page, actor);
      await page.getByLabel(actor.text('login.code')).fill('000000');
      await page.keyboard.press('Enter');
      await page.getByText(actor.text('problems.login-invalid-code')).waitFor();
    },
  },
  {
    name: 'login-code-late',
    path,
    intercept: movable,
    act: async (page, actor) => {
      await awaitCodeStep(page, actor);
      await page.evaluate(() => Object.assign(window, { aheadMs: 31_000 }));
      await page.getByText(actor.text('login.late.title')).waitFor();
    },
  },
  {
    name: 'login-code-expired',
    path,
    intercept: movable,
    act: async (page, actor) => {
      await awaitCodeStep(page, actor);
      await page.evaluate((ms) => Object.assign(window, { aheadMs: ms }), codeLifeMs);
      await page.getByRole('button', { name: actor.text('login.resend.code.action') }).waitFor();
    },
  },
  { name: 'login-link-unknown', path: 'login/link#0123456789abcdef' },
];
