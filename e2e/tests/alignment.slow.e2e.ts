import { type Language, languageEntries } from '@myaccount/contract/languages';
import { expect, type Locator, type Page } from '@playwright/test';
import { momentScenes } from '../scenes/moments.scenes.ts';
import { openScene, refusing, type Scene } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import { useLargeText } from '../support/font-size.ts';
import { paymentFormOf } from '../support/payment-form.ts';
import { test } from '../support/portal-test.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { phoneOnly, slow } from '../support/widths.ts';

const height = 844;
const target = 44;

function sceneOf(name: string) {
  const scene = [...scenes, ...momentScenes].find((one) => one.name === name);
  if (!scene) throw new Error(`There is no scene ${name}`);
  return scene;
}

/** Opens a scene at a width. */
async function open(page: Page, name: string, width: number, language: Language = 'en'): Promise<void> {
  await page.setViewportSize({ width, height });
  await openScene(page, sceneOf(name), language);
}

/** Returns the box of an element, in pixels. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height, middle: box.y + box.height / 2 };
}

test('[SHELL-4, PAYMENTS-1] for several accounts the breadcrumb begins where the title does, at every width', async ({
  page,
}) => {
  for (const path of ['./payments', './billing', './profile']) {
    await openSignedIn(page, 'priya.nair@example.com', path);
    const home = page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Home' });
    for (const width of [800, 992, 1280]) {
      await page.setViewportSize({ width, height });
      const start = (await boxOf(home)).x;
      const title = await boxOf(page.getByRole('main').getByRole('heading', { level: 1 }));
      expect(start, `${path} at ${width} px`).toBeCloseTo(title.x, 0);
    }
  }
});

for (const width of [390, 1280]) {
  test(`[PAYMENTS-2] the ring of the form is apart from its title, at ${width} px`, {
    tag: width < 768 ? [phoneOnly] : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openSignedIn(page, 'ana.rivera@example.com', './payments?make-payment');
    const form = page.getByRole('form', { name: 'Make a payment' });
    await expect(form).toBeFocused();
    const ring = await form.evaluate((element) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(element);
      return Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    });
    expect(ring).toBeGreaterThan(2);
    const title = await boxOf(page.getByRole('heading', { name: 'Make a payment' }));
    expect((await boxOf(form)).y - ring).toBeGreaterThanOrEqual(title.bottom);
  });

  test(`[AUTOPAY-3] what was saved is apart from the switch, at ${width} px`, {
    tag: width < 768 ? [phoneOnly] : [],
  }, async ({ page }) => {
    await open(page, 'autopay-saved-home', width);
    const saved = await boxOf(page.getByText('Saved', { exact: true }).locator('xpath=..'));
    const control = await boxOf(page.getByRole('switch'));
    expect(saved.x - control.right).toBeGreaterThanOrEqual(8);
    expect(Math.abs(saved.middle - control.middle)).toBeLessThan(2);
  });

  test(`[SHELL-7] the link to the mobile site is as high as a finger, at ${width} px`, {
    tag: width < 768 ? [phoneOnly] : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const path of ['./login', './payments']) {
      if (path !== './login') await openSignedIn(page, 'ana.rivera@example.com', path);
      else await page.goto(path);
      const link = page.getByRole('link', { name: 'Go to the mobile site' });
      expect((await boxOf(link)).height, path).toBeGreaterThanOrEqual(target);
    }
  });
}

for (const language of ['en', 'es'] as const) {
  test(`[AUTOPAY-1] name, state, and button of autopay are on one line, also where its sentence needs a second one (${language})`, {
    tag: language === 'en' ? slow : [],
  }, async ({ browser }) => {
    for (const email of ['marcus.webb@example.com', 'priya.nair@example.com', 'ana.rivera@example.com']) {
      const { locale } = languageEntries[language];
      const page = await browser.newPage({ locale, viewport: { width: 1280, height } });
      await openSignedIn(page, email, './payments');
      const card = page.getByRole('region', { name: textIn(language, 'autopay.title') });
      const pill = card.getByText(textIn(language, 'autopay.pill'), { exact: true });
      const state = email.startsWith('ana') ? card.locator('p').first() : pill;
      const parts = [card.getByRole('heading'), state, card.getByRole('button').first()];
      const [name = 0, ...others] = (await Promise.all(parts.map(boxOf))).map(({ middle }) => middle);
      for (const other of others) expect(Math.abs(other - name), email).toBeLessThan(4);
      await page.close();
    }
  });
}

for (const language of ['en', 'es'] as const) {
  test.describe(`in ${language}`, { tag: phoneOnly }, () => {
    test.use({ locale: languageEntries[language].locale });

    test(`[SCHEDULE-1] the steps of a visit are one line or one column, never two by two (${language})`, async ({
      page,
    }) => {
      await open(page, 'visit', 390, language);
      const steps = page.getByRole('list', { name: textIn(language, 'appointments.steps') });
      const items = steps.getByRole('listitem');
      await expect(items).toHaveCount(4);
      const linesAt = async (width: number) => {
        await page.setViewportSize({ width, height });
        const boxes = await Promise.all((await items.all()).map(boxOf));
        return new Set(boxes.map(({ y }) => Math.round(y))).size;
      };
      for (const width of [360, 390, 430, 767]) expect(await linesAt(width), `${width} px`).toBe(1);
      expect(await linesAt(320)).toBe(4);
      await useLargeText(page, true);
      await expect.poll(() => linesAt(390)).toBe(4);
    });

    test(`[PAY-8] amounts of past-due bills are at the end of their lines, and Pay on the first screen (${language})`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 390, height });
      await openSignedIn(page, 'jerome.banks@example.com', './billing/make-payment');
      const { form, text } = paymentFormOf(page, language);
      const lines = form.getByRole('list', { name: text('summary.covered') }).getByRole('listitem');
      await expect(lines.nth(1)).toBeVisible();
      for (const line of await lines.all()) {
        const amount = await boxOf(line.getByText(/^\$[\d,]+\.\d\d$/));
        expect(amount.right).toBeCloseTo((await boxOf(line)).right, 0);
        expect(amount.y).toBeCloseTo((await boxOf(line)).y, -1);
      }
      const pay = await boxOf(form.getByRole('button', { name: /\$[\d,]+\.\d\d/ }));
      expect(pay.bottom).toBeLessThanOrEqual(height);
    });
  });
}

test('[BILLING-3] on a phone the ways to other bills are apart from Back', { tag: phoneOnly }, async ({
  page,
}) => {
  await open(page, 'bill-due', 390);
  const back = await boxOf(page.getByRole('button', { name: 'Back' }));
  const previous = await boxOf(page.getByRole('link', { name: 'Previous bill' }));
  expect(previous.x - back.right).toBeGreaterThan(40);
  expect(previous.y).toBeCloseTo(back.y, 0);
});

test('[LOOK-3] with large text, links that wrap begin at the start of each line', { tag: phoneOnly }, async ({
  page,
}) => {
  for (const name of [
    'payments-due',
    'make-payment-all-methods',
    'settings-security-changes',
    'home-plain',
  ]) {
    await open(page, name, 320);
    await useLargeText(page, true);
    const links = page.locator('main :is(a, button)').filter({ visible: true });
    const centered = await links.evaluateAll((elements) =>
      elements
        .filter((element) => getComputedStyle(element).textDecorationLine === 'underline')
        .filter((element) => getComputedStyle(element).textAlign === 'center')
        .map(({ textContent }) => textContent),
    );
    expect(centered, name).toEqual([]);
  }
});

for (const path of ['./settings?tab=notifications', './profile', './']) {
  test(`[SHELL-14] the hint of 15 minutes is once beside the consent to paperless bills, on ${path}`, async ({
    page,
  }) => {
    await openSignedIn(page, 'walter.kim@example.com', path);
    await page.getByRole('radio', { name: 'Paperless' }).check();
    const card = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Go paperless' }) });
    await expect(card.getByText(/^I agree to get my bills/)).toBeVisible();
    const hints = card.getByText('Changes can take up to 15 minutes to show.').filter({ visible: true });
    await expect(hints).toHaveCount(1);
  });
}

const away = { code: 'server.unavailable' };

/** Each ends in a message about a failure and, on the page, in its reason. */
const failures: readonly Scene[] = [
  ...[
    'make-payment-declined',
    'settings-contact-refused',
    'settings-not-saved',
    'visit-taken',
    'visit-unavailable',
  ].map(sceneOf),
  {
    name: 'no other default',
    email: 'tess.tries@example.com',
    path: 'billing/manage-payment-methods',
    intercept: refusing('**/api/payments/activate', 503, away),
    act: (page, { text }) =>
      page
        .getByRole('button', { name: text('payment-methods.activate.action') })
        .last()
        .click(),
  },
  ...['profile', 'settings?tab=notifications'].map((path) => ({
    name: `no other notices on ${path}`,
    email: 'ana.rivera@example.com',
    path,
    intercept: refusing('**/api/customer/account/info', 503, away),
    act: (page: Page) => page.getByRole('checkbox', { checked: true }).first().click(),
  })),
];

/** Keeps messages on the screen. */
async function keepToasts(page: Page): Promise<void> {
  await page.context().grantPermissions(['local-network-access']);
  await page.route(/\/myaccount\/(?!api\/)/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(/"toastMs":\d+/, '"toastMs":60000');
    return route.fulfill({ response, body });
  });
}

for (const size of [
  { width: 390, height: 844 },
  { width: 390, height: 560 },
  { width: 1280, height: 600 },
]) {
  for (const scene of failures) {
    test(`[SHELL-12] a message does not cover its own reason: ${scene.name}, ${size.width} by ${size.height}`, {
      tag: size.width < 768 ? [phoneOnly] : [],
    }, async ({ page }) => {
      await page.setViewportSize(size);
      await keepToasts(page);
      await openScene(page, scene, 'en');
      const toast = page.getByRole('region', { name: 'Messages' }).locator('[data-tone="bad"]');
      await expect(toast).toBeVisible();
      const reason = page.locator('main [role="alert"], main [aria-invalid="true"]');
      await expect(reason.first()).toBeVisible();
      const message = await boxOf(toast);
      for (const box of await Promise.all((await reason.all()).map(boxOf))) {
        expect(box.bottom <= message.y || box.y >= message.bottom, JSON.stringify([box, message])).toBe(true);
        expect(box.y).toBeLessThan(size.height);
      }
    });
  }
}
