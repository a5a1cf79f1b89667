import type { Page } from '@playwright/test';
import { type Actor, answering, changing, type Intercept, type Scene } from './scene.ts';

const ana = 'ana.rivera@example.com';
const billing = { email: ana, path: 'billing' };

/** Answers an application; the window of a press is a pretended one, or none when the browser blocks it. */
function replying(reply: object, isBlocked = false): Intercept {
  return async (page) => {
    await page.addInitScript((blocked) => {
      const pretended = {
        document: { body: {} },
        location: { replace: () => undefined },
        close: () => undefined,
      };
      window.open = () => (blocked ? null : (pretended as unknown as Window));
    }, isBlocked);
    await answering('**/api/verify-pass/user/info', reply)(page);
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
  await replying(success)(page);
  let answers = 0;
  await changing('**/api/customer/account/details*', (details: object) => {
    answers += 1;
    const discount = { DiscountType: 'Hero Discount', IsEligible: 'true', EligibleDate: null };
    const IsDiscountApplied = answers > 1 ? 'true' : 'false';
    return { ...details, DiscountsList: [{ ...discount, IsDiscountApplied }] };
  })(page);
}

/** The Hero Discount, from the offer to the result. */
export const heroDiscountScenes: readonly Scene[] = [
  { name: 'hero-discount-home', email: ana, path: '' },
  { ...billing, name: 'hero-discount-billing' },
  {
    ...billing,
    name: 'hero-discount-waiting',
    intercept: replying(success),
    act: apply('waiting'),
  },
  {
    ...billing,
    name: 'hero-discount-blocked',
    intercept: replying(success, true),
    act: apply('blocked'),
  },
  {
    ...billing,
    name: 'hero-discount-failed',
    intercept: replying({ operation: 'failure', reason: 'service-unavailable' }),
    act: apply('failed'),
  },
  {
    name: 'hero-discount-refused',
    email: ana,
    path: '',
    intercept: replying({ operation: 'failure', reason: 'no-email' }),
    act: apply('failed'),
  },
  {
    ...billing,
    name: 'hero-discount-applied',
    intercept: confirming,
    act: async (page, actor) => {
      await apply('waiting')(page, actor);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await page.getByText(actor.text('hero-discount.applied')).waitFor();
    },
  },
];
