import type { Page } from '@playwright/test';
import { type Actor, failing, refusing, type Scene } from './scene.ts';

const olivia = 'olivia.hart@example.com';
const sendCall = '**/api/login/otp/send';
const path = 'login';

const sendTo =
  (email: string) =>
  async (page: Page, { text }: Actor) => {
    await page.getByLabel(text('login.email')).fill(email);
    await page.keyboard.press('Enter');
  };

async function awaitCodeStep(page: Page, actor: Actor): Promise<void> {
  await sendTo(olivia)(page, actor);
  await page.getByLabel(actor.text('login.code')).waitFor();
}

/** Answers with a code that has expired. */
const expiring: NonNullable<Scene['intercept']> = (page) =>
  page.route(sendCall, async (route) => {
    const response = await route.fetch();
    const expiresAt = new Date().toISOString();
    await route.fulfill({ response, json: { ...(await response.json()), expiresAt } });
  });

/** Signing in, step by step, and what can go wrong. */
export const loginScenes: readonly Scene[] = [
  { name: 'login-email', path },
  { name: 'login-session-ended', path: 'login?ended=1' },
  {
    name: 'login-no-email',
    path,
    act: async (page, actor) => {
      await sendTo('nobody')(page, actor);
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'login-unknown-email',
    path,
    act: async (page, actor) => {
      await sendTo('nobody@example.com')(page, actor);
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'login-offline',
    path,
    intercept: failing(sendCall),
    act: async (page, actor) => {
      await sendTo(olivia)(page, actor);
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'login-too-many',
    path,
    intercept: refusing(sendCall, 429, { code: 'login.too-many-codes', retryAfterSeconds: 95 }),
    act: async (page, actor) => {
      await sendTo(olivia)(page, actor);
      await page.getByRole('timer').waitFor();
    },
  },
  {
    name: 'login-away',
    path,
    intercept: refusing(sendCall, 503, { code: 'server.unavailable' }),
    act: async (page, actor) => {
      await sendTo(olivia)(page, actor);
      await page.getByText(actor.text('problems.server-unavailable')).waitFor();
    },
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
    name: 'login-code-expired',
    path,
    intercept: expiring,
    act: async (page, actor) => {
      await awaitCodeStep(page, actor);
      await page.getByRole('button', { name: actor.text('login.resend.code.action') }).waitFor();
    },
  },
  { name: 'login-link-unknown', path: 'login/link#0123456789abcdef' },
];
