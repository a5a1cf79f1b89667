import { languageEntries, languages } from '@myaccount/contract/languages';
import { formatCents } from '@myaccount/contract/money';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { setPageFlag } from '../support/flags.ts';
import { paymentFormOf } from '../support/payment-form.ts';
import { test } from '../support/portal-test.ts';
import { readCharges, readInbox } from '../support/sandbox.ts';
import { openSignedIn, signIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { phone, widthOf } from '../support/widths.ts';

const tess = 'tess.tries@example.com';

for (const language of languages) {
  test.describe(`the main job in ${language}`, { tag: widthOf(language) }, () => {
    test.use({ locale: languageEntries[language].locale });

    test(`[PAY-1, PAY-4, PAY-5, BILLING-4, PAYMENTS-3] see the bill, fail with one card, pay with another (${language})`, async ({
      page,
    }) => {
      test.slow();
      const amount = '32.60';
      await signIn(page, tess, './', language);
      const { text, form, fill, press } = paymentFormOf(page, language);

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(textIn(language, 'home.title'));
      const details = textIn(language, 'home.latestBill.viewDetails');
      await page.getByRole('link', { name: details, exact: true }).click();
      await expect(page.getByText(textIn(language, 'invoices.detail.currentCharges')).first()).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: textIn(language, 'invoices.detail.download') }).click();
      expect((await download).suggestedFilename()).toMatch(/^invoice-100200326-\d+\.pdf$/);
      await page
        .getByRole('link', { name: textIn(language, 'invoices.detail.back') })
        .or(page.getByRole('button', { name: textIn(language, 'invoices.detail.back') }))
        .click();

      await page.goto('./payments?make-payment');
      await expect(form).toBeFocused();
      await fill(amount, 'Declined');
      await press(`$${amount}`);
      await expect(page.getByText(text('outcome.failed'))).toBeVisible();
      await expect(form.getByText(`$${amount}`, { exact: true })).toBeVisible();

      const chargesBefore = (await readCharges()).filter((charge) => charge.state !== 'declined').length;
      await form
        .getByRole('radio', { name: /Everyday|Works(?! \()/ })
        .first()
        .check();
      await press(`$${amount}`);
      await expect(page).toHaveURL(/payment-success/);
      const title = text('success.title.paid', { amount: `$${amount}` });
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
      // Chromium without windows has no one to grant it after a press.
      await page.context().grantPermissions(['clipboard-write']);
      await page.getByRole('button', { name: textIn(language, 'ui.copyReference') }).click();
      await expect(page.getByText(textIn(language, 'ui.copied'))).toBeVisible();
      const receipt = page.waitForEvent('download');
      await page.getByRole('button', { name: text('success.download.receipt') }).click();
      expect((await receipt).suggestedFilename()).toMatch(/^receipt-\w{4}-\w{4}\.pdf$/);
      const charges = (await readCharges()).filter((charge) => charge.state !== 'declined');
      expect(charges.length).toBeGreaterThanOrEqual(chargesBefore);
      expect(charges.some((charge) => charge.amountCents === Math.round(Number(amount) * 100))).toBe(true);

      await page.goto('./payments');
      await expect(page.getByText(`$${amount}`).first()).toBeVisible();
      await expect(page.getByText(text('state.PROCESSING_ERROR'), { exact: true }).first()).toBeVisible();
      await page
        .getByRole('row')
        .filter({ hasText: text('state.PROCESSING_ERROR') })
        .getByRole('link')
        .first()
        .click();
      await expect(page).toHaveURL(/payments\/receipts\//);
      await expect(
        page.getByRole('heading', { level: 1, name: text('success.title.declined') }),
      ).toBeVisible();
      await expect(page.getByText(text('failure.declined'))).toBeVisible();
      await expect(async () => {
        expect((await readInbox(tess)).some((mail) => mail.text.includes(`$${amount}`))).toBe(true);
      }).toPass();
    });
  });
}

test.describe('one submit is one charge', () => {
  test('[PAY-6] a double click charges once', { tag: phone }, async ({ page }) => {
    const amount = '42.37';
    const cents = Math.round(Number(amount) * 100);
    await openSignedIn(page, tess, './payments');
    const { fill, form } = paymentFormOf(page, 'en');
    await fill(amount, 'Works(?! \\()');
    await form.getByRole('button', { name: `Pay $${amount} now` }).dblclick();
    await expect(page).toHaveURL(/payment-success/);
    const charged = (await readCharges()).filter((charge) => charge.amountCents === cents);
    expect(charged).toHaveLength(1);
  });

  test('[PAY-6] a response lost after the charge is reconciled, never charged again', async ({ page }) => {
    test.slow();
    const amount = '44.21';
    const cents = Math.round(Number(amount) * 100);
    await openSignedIn(page, tess, './payments');
    const { fill, press } = paymentFormOf(page, 'en');
    await fill(amount, 'Charged, answer lost');
    await press(`$${amount}`);
    await expect(page).toHaveURL(/payment-success/);
    await expect(page.getByText(`You paid $${amount}`)).toBeVisible({ timeout: 90_000 });
    expect((await readCharges()).filter((charge) => charge.amountCents === cents)).toHaveLength(1);
  });

  test('[PAY-4] a bank debit needs authorization and is on its way, not paid', async ({ page }) => {
    const amount = '46.10';
    await openSignedIn(page, tess, './payments');
    const { fill, press } = paymentFormOf(page, 'en');
    await fill(amount, 'settles in 3 days');
    await press(`$${amount}`);
    await expect(page.getByText('Check the box to allow the bank debit')).toBeVisible();
    await page.getByRole('checkbox').check();
    await press(`$${amount}`);
    await expect(page).toHaveURL(/payment-success/);
    await expect(page.getByText(`$${amount} is on its way`)).toBeVisible();
  });

  test('[PAY-4] the success page without a payment redirects to payments', async ({ page }) => {
    await openSignedIn(page, tess, './billing/payment-success');
    await expect(page).toHaveURL(/\/payments$/);
  });
});

test('[PAY-2] the recurring choice is authorized first, and a portal that stopped offering it charges nothing', async ({
  page,
}) => {
  const cents = 4_711;
  await setPageFlag(page, 'recurringPayments', true);
  await openSignedIn(page, tess, './billing/make-payment');
  const { fill, form, text } = paymentFormOf(page, 'en');
  await fill(String(cents / 100), 'Works(?! \\()');
  await form.getByRole('radio', { name: text('form.recurring.recurring') }).check();
  const name = text('form.submitRecurring', { amount: formatCents(cents) });
  await form.getByRole('button', { name }).click();
  await expect(form.getByText(text('form.errors.autopayAuthorizationMissing'))).toBeVisible();
  const authorization = form.getByRole('checkbox');
  await expect(authorization).toBeFocused();
  await authorization.check();
  await expectAccessible(page);
  await form.getByRole('button', { name }).click();
  await expect(form.getByRole('alert')).toHaveText(text('form.errors.recurringRefused'));
  expect((await readCharges()).filter((charge) => charge.amountCents === cents)).toEqual([]);
});
