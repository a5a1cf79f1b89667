import type { Page } from '@playwright/test';
import type { Actor, Scene } from './scene.ts';

const choose = async (page: Page, { text }: Actor) => {
  await page.getByRole('radio', { name: text('paperless.choice.EMAIL') }).check();
  await page.getByRole('checkbox').waitFor();
};

/** Bills by email instead of paper. */
export const paperlessScenes: readonly Scene[] = [
  { name: 'paperless-consent', email: 'walter.kim@example.com', path: '', act: choose },
  {
    name: 'paperless-not-agreed',
    email: 'walter.kim@example.com',
    path: '',
    act: async (page, actor) => {
      await choose(page, actor);
      await page.getByRole('button', { name: actor.text('paperless.save.EMAIL') }).click();
      await page.getByText(actor.text('paperless.consentMissing')).waitFor();
    },
  },
];
