import type { Page } from '@playwright/test';
import type { Actor, Intercept } from './scene.ts';

/** Lets matching calls fail and succeed in turn, and changes nothing: one visit shows both answers. */
export function inTurn(pattern: string, json: object, status = 200): Intercept {
  let isFailing = false;
  return (page) =>
    page.route(pattern, (route) => {
      isFailing = !isFailing;
      return isFailing ? route.abort() : route.fulfill({ status, json });
    });
}

/** Presses a button, or one of several, and waits for the text that answers. */
export async function press(page: Page, { text }: Actor, button: string, answer: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${text(button, { amount: '.+' })}$`) })
    .last()
    .click();
  await page.getByText(text(answer), { exact: true }).first().waitFor();
}

/** Waits for a text, which may show twice. */
export async function awaitText(page: Page, { text }: Actor, key: string): Promise<void> {
  await page.getByText(text(key)).first().waitFor();
}

/** Presses a button that fails at first, and once more. */
export const pressTwice = async (
  page: Page,
  actor: Actor,
  button: string,
  [failed, done]: [string, string],
) => {
  await press(page, actor, button, failed);
  await press(page, actor, button, done);
};
