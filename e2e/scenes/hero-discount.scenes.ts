import type { Page } from '@playwright/test';
import type { Actor, Scene } from './scene.ts';

const ana = 'ana.rivera@example.com';
const applyCall = '**/api/verify-pass/user/info';
const detailsCall = '**/api/customer/account/details*';

/** Answers an application; the window of a press is a pretended one, or none when the browser blocks it. */
function answering(reply: object, isBlocked = false): NonNullable<Scene['intercept']> {
  return async (page) => {
    await page.addInitScript((blocked) => {
      const pretended = {
        document: { body: {} },
        location: { replace: () => undefined },
        close: () => undefined,
      };
      window.open = () => (blocked ? null : (pretended as unknown as Window));
    }, isBlocked);
    await page.route(applyCall, (route) => route.fulfill({ json: reply }));
  };
}

const success = { operation: 'success', url: 'https://verify.example/auth/widget?token=none' };

const apply =
  (shown: string) =>
  async (page: Page, { text }: Actor) => {
    await page.getByRole('button', { name: text('hero-discount.apply') }).click();
    await page.getByText(text(`hero-discount.${shown}`)).waitFor();
  };

/** From the second answer on, the account has the discount. */
async function confirming(page: Page): Promise<void> {
  await answering(success)(page);
  let answers = 0;
  await page.route(detailsCall, async (route) => {
    answers += 1;
    const response = await route.fetch();
    const discount = { DiscountType: 'Hero Discount', IsEligible: 'true', EligibleDate: null };
    const IsDiscountApplied = answers > 1 ? 'true' : 'false';
    const json = { ...(await response.json()), DiscountsList: [{ ...discount, IsDiscountApplied }] };
    await route.fulfill({ response, json });
  });
}

/** The Hero Discount, from the offer to the result. */
export const heroDiscountScenes: readonly Scene[] = [
  { name: 'hero-discount-home', email: ana, path: '' },
  { name: 'hero-discount-billing', email: ana, path: 'billing' },
  {
    name: 'hero-discount-waiting',
    email: ana,
    path: 'billing',
    intercept: answering(success),
    act: apply('waiting'),
  },
  {
    name: 'hero-discount-blocked',
    email: ana,
    path: 'billing',
    intercept: answering(success, true),
    act: apply('blocked'),
  },
  {
    name: 'hero-discount-failed',
    email: ana,
    path: 'billing',
    intercept: answering({ operation: 'failure', reason: 'service-unavailable' }),
    act: apply('failed'),
  },
  {
    name: 'hero-discount-refused',
    email: ana,
    path: '',
    intercept: answering({ operation: 'failure', reason: 'no-email' }),
    act: apply('failed'),
  },
  {
    name: 'hero-discount-applied',
    email: ana,
    path: 'billing',
    intercept: confirming,
    act: async (page, actor) => {
      await apply('waiting')(page, actor);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await page.getByText(actor.text('hero-discount.applied')).waitFor();
    },
  },
];
