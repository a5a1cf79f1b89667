import { languageEntries, languages } from '@myaccount/contract/languages';
import { expect } from '@playwright/test';
import { homeScenes } from '../scenes/home.scenes.ts';
import { openScene } from '../scenes/scene.ts';
import { test } from '../support/portal-test.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { phoneOnly } from '../support/widths.ts';

/** How tall the dashboard may be on a phone, its banners included, in pixels. */
const mostHeight = 1700;
const mostHeightWithHappenings = 1900;

const states = [
  ['marcus.webb@example.com', 'Nothing to do.', 'autopay will charge'],
  ['jerome.banks@example.com', 'is past due', 'past due'],
  ['mei.tanaka@example.com', 'is on its way', 'payment on its way'],
  ['samuel.ortiz@example.com', 'in credit', 'credit'],
  ['helen.brandt@example.com', 'Nothing is due', 'nothing due'],
  ['greg.olsen@example.com', 'This account is closed', 'closed with a final bill'],
] as const;

for (const [email, sentence, state] of states) {
  test(`[HOME-1, HOME-2] the next payment card explains what happens: ${state}`, async ({ page }) => {
    await openSignedIn(page, email);
    await expect(page.getByText(sentence, { exact: false }).first()).toBeVisible();
  });
}

test('[LOOK-2] a press anywhere on the row of an open bill leads to it', async ({ page }) => {
  await openSignedIn(page, 'jerome.banks@example.com');
  const { x, y, height } = (await page
    .getByText(/days late$/)
    .first()
    .boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.click(x + height, y + height / 2);
  await expect(page).toHaveURL(/\/billing\/invoices\//);
});

for (const language of languages) {
  test.describe(language, { tag: phoneOnly }, () => {
    test.use({ locale: languageEntries[language].locale });
    test(`[LOOK-6] the dashboard stays short on a phone: ${language}`, async ({ page }) => {
      await openSignedIn(page, 'ana.rivera@example.com');
      await page.getByRole('heading', { name: textIn(language, 'home.manage.title') }).waitFor();
      await expect(page.getByRole('region', { name: textIn(language, 'hero-discount.title') })).toBeVisible();
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height).toBeLessThanOrEqual(mostHeight);
      const pay = page.getByRole('link', { name: textIn(language, 'balance.pay', { amount: '$107.70' }) });
      expect(await pay.count()).toBe(1);
      const filled = page.locator('main [data-variant="filled"]');
      expect(await filled.count()).toBe(1);
    });

    test(`[LOOK-6] with three happenings the dashboard stays short on a phone: ${language}`, async ({
      page,
    }) => {
      for (const scene of homeScenes.filter(({ name }) => name.startsWith('home-happens-'))) {
        await openScene(page, scene, language);
        await expect(
          page.getByRole('region', { name: textIn(language, 'hero-discount.title') }),
        ).toBeVisible();
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        expect(height, scene.name).toBeLessThanOrEqual(mostHeightWithHappenings);
        await page.unrouteAll({ behavior: 'wait' });
      }
    });
  });
}

for (const [email, state] of [
  ['olivia.hart@example.com', 'Due'],
  ['jerome.banks@example.com', 'Past due'],
] as const) {
  test(`[HOME-2] two open bills are listed, each with its own due date and state: ${state}`, async ({
    page,
  }) => {
    await openSignedIn(page, email);
    const items = page
      .getByRole('region', { name: 'Next payment' })
      .getByRole('table', { name: 'What is open' })
      .getByRole('row')
      .filter({ hasText: /^Bill \d/ });
    await expect(items).toHaveCount(2);
    await expect(items.first().getByText(state, { exact: true })).toBeVisible();
    await expect(
      items
        .first()
        .getByText(/^[A-Z][a-z]{2} \d\d, 20\d\d/)
        .first(),
    ).toBeVisible();
    const amount = (await items.first().getByText(/^\$\d/).textContent()) ?? '';
    await items.first().getByRole('link').click();
    const bill = page.getByRole('article');
    await expect(bill.getByText(/ in all\. A payment goes to your oldest bill first\.$/)).toBeVisible();
    const pay = bill.getByRole('link', { name: /^Pay \$/ });
    await expect(pay).toHaveAttribute('href', /make-payment\?bill=/);
    // A part of Olivia's older bill is on its way.
    if (state === 'Past due') await expect(pay).toHaveText(`Pay ${amount}`);
  });
}

test('[HOME-2, BILLING-3] nothing asks to pay what is on its way', async ({ page }) => {
  await openSignedIn(page, 'mei.tanaka@example.com');
  await expect(page.getByRole('heading', { name: 'Latest bill' })).toBeVisible();
  const owed = page.getByRole('region', { name: 'Next payment' });
  await expect(owed.getByText(/^Nothing to do\. \$101\.98 is on its way from/)).toBeVisible();
  await expect(owed.getByText('$0.00')).toHaveCount(0);
  await expect(owed.getByRole('link', { name: /^Pay/ })).toHaveCount(0);
  await page.getByRole('region', { name: 'Latest bill' }).getByRole('link', { name: 'View details' }).click();
  await expect(page.getByText(/^All of it is on its way\. You do not need to pay it again\./)).toBeVisible();
});

test('[HOME-1] Billing Refresh shows the dashboard too', async ({ page }) => {
  await openSignedIn(page, 'ana.rivera@example.com', './billing/refresh');
  await expect(page.getByRole('heading', { level: 1, name: 'Billing and payments' })).toBeVisible();
});

test('[HOME-2, HOME-5] autopay on shows its label; method and address are shown', async ({ page }) => {
  await openSignedIn(page, 'marcus.webb@example.com');
  await expect(page.getByText('Autopay is on', { exact: true }).first()).toBeVisible();
  const manage = page.getByRole('region', { name: 'Manage' });
  await expect(manage.getByText(/Card …\d{4}/)).toBeVisible();
  await expect(manage.getByText('Billing address', { exact: true })).toBeVisible();
});

test('[HOME-4] the latest bill adds up and downloads', async ({ page }) => {
  await openSignedIn(page, 'ana.rivera@example.com');
  const bill = page.getByRole('region', { name: 'Latest bill' });
  await expect(bill.getByRole('button', { name: 'Download the whole bill' })).toBeVisible();
  const lines = bill.getByRole('table').getByText(/^−?\$[\d,]+\.\d\d$/);
  const figures = (await lines.allTextContents()).map((text) =>
    Number(text.replace(/[$,]/g, '').replace('−', '-')),
  );
  const total = figures.pop() ?? 0;
  expect(total).toBeGreaterThan(0);
  expect(Math.round(figures.reduce((sum, figure) => sum + figure, 0) * 100)).toBe(Math.round(total * 100));
  const download = page.waitForEvent('download');
  await bill.getByRole('button', { name: 'Download the whole bill' }).click();
  expect((await download).suggestedFilename()).toMatch(/^invoice-.*\.pdf$/);
});

test('[HOME-6] a bill expands to its payments; five per page, numbered pages', async ({ page }) => {
  await openSignedIn(page, 'ana.rivera@example.com');
  const bills = page.getByRole('region', { name: 'Bills and payments' });
  await bills.getByRole('button', { name: /Show payments of bill .*-025/ }).click();
  await expect(bills.getByText('no payments found')).toBeVisible();
  await bills.getByRole('button', { name: /Show payments of bill .*-024/ }).click();
  await expect(bills.getByText('Everyday Visa').first()).toBeVisible();
  await bills
    .getByRole('button', { name: 'Page 2' })
    .or(bills.getByRole('link', { name: 'Page 2' }))
    .click();
  await expect(bills.getByText(/100200301-020/)).toBeVisible();
});

test('[HERO-1] the offer can be hidden for good, and the focus is not lost', async ({ page }) => {
  await openSignedIn(page, 'ana.rivera@example.com');
  const offer = page.getByRole('region', { name: 'Hero Discount' });
  await offer.getByRole('button', { name: 'Hide this offer' }).click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto('./billing');
  await expect(page.getByRole('region', { name: 'Bills' })).toBeVisible();
  await expect(offer).toHaveCount(0);
});
