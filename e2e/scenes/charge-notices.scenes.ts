import type { Page } from '@playwright/test';
import { type Actor, answering, failing, type Intercept, type Scene } from './scene.ts';

const notice = '**/api/charge-notice?*';
const stop = '**/api/charge-notice/stop';
const path = 'stop-charge/0123456789abcdef';

/** Answers as after a restore, which no scene can make. */
const held =
  (kind: 'autopay' | 'planned'): Intercept =>
  async (page) => {
    const charge = {
      kind,
      amount: 84.99,
      date: '2099-11-27',
      card_type: kind === 'autopay' ? 'VISA' : 'ACH',
      last_four: '4242',
      account_ending: '0113',
    };
    await answering(notice, charge)(page);
    await answering(stop, charge)(page);
  };

const press = async (page: Page, { text }: Actor) =>
  await page.getByRole('button', { name: text('charge-notices.stop') }).click();

const stopped = async (page: Page, actor: Actor) => {
  await press(page, actor);
  await page.getByRole('heading', { name: actor.text('charge-notices.stopped.title') }).waitFor();
};

/** The link that stops a charge which a restore brought back. */
export const chargeNoticesScenes: readonly Scene[] = [
  { name: 'charge-notices-autopay', path, intercept: held('autopay') },
  { name: 'charge-notices-planned', path, intercept: held('planned') },
  { name: 'charge-notices-autopay-stopped', path, intercept: held('autopay'), act: stopped },
  { name: 'charge-notices-planned-stopped', path, intercept: held('planned'), act: stopped },
  {
    name: 'charge-notices-not-stopped',
    path,
    intercept: async (page) => {
      await held('autopay')(page);
      await page.unroute(stop);
      await failing(stop)(page);
    },
    act: async (page, actor) => {
      await press(page, actor);
      await page.getByRole('alert').waitFor();
    },
  },
  // The token is unknown.
  { name: 'charge-notices-over', path },
  { name: 'charge-notices-not-loaded', path, intercept: failing(notice) },
];
