import { type Language, languageEntries, languages } from '@myaccount/contract/languages';
import { expect } from '@playwright/test';
import { test } from '../support/portal-test.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { widthOf } from '../support/widths.ts';

const customers: Readonly<Record<Language, string>> = {
  en: 'mei.tanaka@example.com',
  es: 'helen.brandt@example.com',
};

for (const language of languages) {
  test.describe(`the gift card in ${language}`, { tag: widthOf(language) }, () => {
    test.use({ locale: languageEntries[language].locale });

    test(`[GIFT-1, GIFT-2] tick five boxes, register, and see that it is done (${language})`, async ({
      page,
    }) => {
      const text = (key: string) => textIn(language, `gift-card.${key}`);
      await openSignedIn(page, customers[language], './gift-card');
      const button = page.getByRole('button', { name: text('submit') });
      const boxes = page.getByRole('checkbox');
      await expect(boxes).toHaveCount(5);
      for (const box of await boxes.all()) {
        await expect(button).toBeDisabled();
        await expect(button).toHaveAccessibleDescription(text('hint'));
        // A row is pressed anywhere on its words.
        await box.locator('xpath=..').getByText(/.+/).last().click();
        await expect(box).toBeChecked();
      }
      await button.click();
      await expect(page.getByText(text('success'), { exact: true }).first()).toBeVisible();
      await expect(page).toHaveURL(/\/myaccount\/?$/);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);

      await page.goto('./gift-card');
      await expect(page.getByText(text('registered.title'))).toBeVisible();
      await expect(boxes).toHaveCount(0);
    });
  });
}
