import type { Page } from '@playwright/test';
import type { Actor, Scene } from './scene.ts';

const press = (key: string) => async (page: Page, actor: Actor) => {
  await page.getByRole('button', { name: actor.text(key) }).click();
  await page.getByRole('dialog').waitFor();
};
const form = async (page: Page, actor: Actor) => {
  await press('autopay.setUp')(page, actor);
  await page.getByRole('dialog').getByRole('checkbox').waitFor();
};

/** Turning autopay on. */
export const autopayScenes: readonly Scene[] = [
  { name: 'autopay-turn-on', email: 'ana.rivera@example.com', path: '', act: form },
  { name: 'autopay-past-due', email: 'jerome.banks@example.com', path: '', act: form },
  {
    name: 'autopay-not-authorized',
    email: 'ana.rivera@example.com',
    path: '',
    act: async (page, actor) => {
      await form(page, actor);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: actor.text('autopay.turnOn.submit') })
        .click();
      await page.getByText(actor.text('autopay.turnOn.agreeFirst')).waitFor();
    },
  },
  {
    name: 'autopay-no-method',
    email: 'walter.kim@example.com',
    path: '',
    act: async (page, actor) => {
      await press('autopay.setUp')(page, actor);
      await page.getByText(actor.text('autopay.turnOn.noMethod')).waitFor();
    },
  },
];
