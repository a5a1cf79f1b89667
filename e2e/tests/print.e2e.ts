import { languageEntries, languages } from '@myaccount/contract/languages';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/portal-test.ts';
import { printProblems } from '../support/print.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { printVisitLink } from '../support/visit-link.ts';
import { slow } from '../support/widths.ts';

const ana = 'ana.rivera@example.com';
const jerome = 'jerome.banks@example.com';
const iris = '100200312';

/** Opens the first link of a list on the page at `path`: a bill or a receipt. */
const openFirst = (path: string) => async (page: Page, email: string) => {
  await openSignedIn(page, email, path);
  await page.locator('main table a').first().click();
  await expect(page).toHaveURL(/\/(?:invoices|receipts)\//);
};
/** Opens the first bill, which lies above the list. */
async function openBill(page: Page, email: string): Promise<void> {
  await openFirst('./billing')(page, email);
  await expect(page.locator('dialog[open]')).toBeVisible();
}
const open = (path: string) => (page: Page, email: string) => openSignedIn(page, email, path);

/** What customers print, with what shows that it is there. */
const printed: readonly [
  name: string,
  email: string,
  openPage: (page: Page, email: string) => Promise<void>,
][] = [
  ['the dashboard', ana, open('./')],
  ['a past-due dashboard', jerome, open('./')],
  ['billing', ana, open('./billing')],
  ['a bill', ana, openBill],
  ['a past-due bill', jerome, openBill],
  ['payments', ana, open('./payments')],
  ['a receipt', ana, openFirst('./payments')],
  ['a visit', '', async (page) => void (await page.goto(await printVisitLink(iris)))],
];

// English words are shorter.
for (const language of languages) {
  test.describe(language, () => {
    test.use({ locale: languageEntries[language].locale });
    for (const [name, email, openPage] of printed) {
      test(`[LOOK-8] ${name} prints with its logo and its states, without controls (${language})`, {
        tag: language === 'en' ? slow : [],
      }, async ({ page }) => {
        await openPage(page, email);
        await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible();
        await expect(page.getByRole('status', { name: textIn(language, 'ui.loading') })).toHaveCount(0);
        expect(await printProblems(page)).toEqual({
          controls: [],
          lostStates: [],
          collisions: [],
          hasLogo: true,
        });
      });
    }
  });
}
