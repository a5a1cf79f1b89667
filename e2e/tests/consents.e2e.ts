import { readFile } from 'node:fs/promises';
import { languages } from '@myaccount/contract/languages';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { test } from '../support/portal-test.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { widthOf } from '../support/widths.ts';

const olivia = 'olivia.hart@example.com';

/** Turns autopay on as a customer does, and returns the words that were agreed to. */
async function agree(page: Page, text: (key: string) => string): Promise<string> {
  await page.getByRole('button', { name: text('autopay.turnOn.open') }).click();
  const form = page.getByRole('form', { name: text('autopay.turnOn.title') });
  const consent = form.locator('label').filter({ has: page.getByRole('checkbox') });
  const words = (await consent.textContent()) ?? '';
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: text('autopay.turnOn.submit') }).click();
  await expect(page.getByRole('button', { name: text('autopay.turnOff.open') })).toBeVisible();
  return words;
}

async function turnOff(page: Page, text: (key: string) => string): Promise<void> {
  await page.goto('./payments');
  await page.getByRole('button', { name: text('autopay.turnOff.open') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('autopay.turnOff.confirm') })
    .click();
  await expect(page.getByRole('button', { name: text('autopay.turnOn.open'), exact: true })).toBeVisible();
}

for (const language of languages) {
  const text = (key: string) => textIn(language, key);

  test.describe(`in ${language}`, { tag: widthOf(language) }, () => {
    test.use({ locale: language === 'es' ? 'es-US' : 'en-US' });

    test(`[CONSENT-1, AUTOPAY-1] what was agreed to is downloaded from the Security tab, word for word (${language})`, async ({
      page,
    }) => {
      await openSignedIn(page, olivia, './payments');
      const words = await agree(page, text);
      expect(words.length).toBeGreaterThan(100);
      try {
        await page.goto('./settings?tab=security');
        const list = page.getByRole('table', { name: text('consent-history.title') });
        const newest = list.getByRole('button').first();
        await expect(newest).toHaveAccessibleName(new RegExp(text('consent-history.kind.autopay')));
        await expectAccessible(page);
        const download = page.waitForEvent('download');
        await newest.click();
        const file = await download;
        expect(file.suggestedFilename()).toMatch(/^autopay.*\.txt$/);
        const content = await readFile(await file.path(), 'utf8');
        const inOneLine = (lines: string) => lines.replaceAll(/\s+/g, ' ').trim();
        expect(inOneLine(content)).toContain(inOneLine(words));
        expect(content).not.toContain('{{');
      } finally {
        await turnOff(page, text);
      }
    });
  });
}
