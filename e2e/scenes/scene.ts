import type { Language } from '@myaccount/contract/languages';
import { expect, type Page } from '@playwright/test';
import { looseTexts } from '../../apps/web/src/testing/loose-texts.ts';
import { keepSession, sessionOf } from '../support/sessions.ts';
import { textIn } from '../support/texts.ts';

/** Makes calls fail, wait, or answer otherwise, before the page loads. */
export type Intercept = (page: Page) => Promise<unknown>;

/** What a customer does until a state shows. */
export type Act = (page: Page, actor: Actor) => Promise<void>;

/** A screen in one state. The gallery takes its pictures, and the page tests check it. */
export interface Scene {
  /** Name of its pictures and tests, feature first: `payments-declined`. */
  readonly name: string;
  /** Who is signed in; absent when nobody is. */
  readonly email?: string;
  /** Path below the portal's base. */
  readonly path: string;
  readonly intercept?: Intercept;
  /** The focus must not be on the body afterward. */
  readonly act?: Act;
  /** True when the state is a page that waits for its data: a spinner at first, a skeleton after a page before. */
  readonly isLoading?: boolean;
  /** Why this page moves by itself; every other scene must not. */
  readonly shiftReason?: string;
  /** True when the state shows on a phone only. */
  readonly isPhoneOnly?: boolean;
  /** True when the state shows beside a menu bar only, not on a phone. */
  readonly isWideOnly?: boolean;
}

/** Whoever uses the page, in one language. */
export interface Actor {
  readonly language: Language;
  /** A text of the page by its key. */
  readonly text: (key: string, values?: Record<string, string>) => string;
}

/** Opens a scene and brings it to its state. */
export async function openScene(page: Page, scene: Scene, language: Language): Promise<void> {
  await loadScene(page, scene, language);
  await actScene(page, scene, language);
}

/** Opens the page of a scene, before anybody acts. */
export async function loadScene(page: Page, scene: Scene, language: Language): Promise<void> {
  if (scene.isPhoneOnly) await page.setViewportSize({ width: 390, height: 844 });
  if (scene.isWideOnly) await page.setViewportSize({ width: 1280, height: 800 });
  if (scene.email) await keepSession(page, await sessionOf(scene.email));
  await scene.intercept?.(page);
  await page.goto(`./${scene.path}`);
  await settle(page, scene, language);
}

/** Does what the customer of a scene does. */
export async function actScene(page: Page, scene: Scene, language: Language): Promise<void> {
  if (!scene.act) return;
  await scene.act(page, { language, text: (key, values) => textIn(language, key, values) });
  await settle(page, scene, language);
}

/** Waits until the page shows its title, its data, and its font. Each of its texts has its own element. */
export async function settle(page: Page, scene: Scene, language: Language): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  if (!scene.isLoading) {
    await expect(page.getByRole('status', { name: textIn(language, 'ui.loading') })).toHaveCount(0);
  }
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(looseTexts, undefined), 'texts without an element of their own').toEqual([]);
}

/** Lets matching calls fail as if the network were gone. */
export function failing(pattern: string): Intercept {
  return (page) => page.route(pattern, (route) => route.abort());
}

/** Lets matching calls wait until the page is left. */
export function pending(pattern: string): Intercept {
  return (page) => page.route(pattern, () => new Promise<void>(() => undefined));
}

/** Answers matching calls. */
export function answering(pattern: string, json: object, status = 200): Intercept {
  return (page) => page.route(pattern, (route) => route.fulfill({ status, json }));
}

/** Changes the answer of the server to matching calls, for a state that no persona is in for long. */
export function changing<Json>(pattern: string, change: (json: Json) => object): Intercept {
  return (page) =>
    page.route(pattern, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change(await response.json()) });
    });
}

/** Answers matching calls with a problem of the API. */
export function refusing(
  pattern: string,
  status: number,
  problem: { readonly code: string; readonly retryAfterSeconds?: number },
): Intercept {
  const { code, retryAfterSeconds } = problem;
  const json = { type: 'about:blank', title: code, status, code, correlationId: 'gallery-0000-0000' };
  const contentType = 'application/problem+json';
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return (page) => page.route(pattern, (route) => route.fulfill({ status, contentType, headers, json }));
}
