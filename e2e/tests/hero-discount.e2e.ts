import { type Language, languageEntries } from '@myaccount/contract/languages';
import { expect, type Page } from '@playwright/test';
import type { WidgetOutcome } from '../../apps/sandbox/src/verify-pass/verify-pass-names.ts';
import { widgetTexts } from '../../apps/sandbox/src/verify-pass/widget-texts.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { test } from '../support/portal-test.ts';
import { readInbox } from '../support/sandbox.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { widthOf } from '../support/widths.ts';

/** Selects an outcome in the widget's window, in the language of the browser. */
async function finish(widget: Page, language: Language, outcome: WidgetOutcome): Promise<void> {
  const texts = widgetTexts[language];
  await widget.getByLabel(texts.outcome).selectOption(texts.outcomes[outcome]);
  await widget.getByRole('button', { name: texts.send }).click();
  await expect(widget.getByText(outcome === 'rejected' ? texts.rejected : texts.verified)).toBeVisible();
}

for (const [language, email, path, outcome] of [
  ['en', 'olivia.hart@example.com', '', 'verified'],
  ['es', 'lucia.mendoza@example.com', 'billing', 'twice'],
] as const) {
  test.describe(language, { tag: widthOf(language) }, () => {
    test.use({ locale: languageEntries[language].locale });
    test(`[HERO-1, HERO-2, API-22] from the banner through the service's window to the discount: ${language}`, async ({
      page,
    }) => {
      const text = (key: string) => textIn(language, `hero-discount.${key}`);
      await openSignedIn(page, email);
      await page.goto(`./${path}`);
      const banner = page.getByRole('region', { name: text('title') });
      const popup = page.waitForEvent('popup');
      await banner.getByRole('button', { name: text('apply') }).click();
      const widget = await popup;
      await expect(widget.getByLabel(widgetTexts[language].email)).toHaveValue(email);
      expect(await widget.evaluate(() => window.opener)).toBeNull();
      await expectAccessible(widget);
      await expect(banner.getByText(text('waiting'))).toBeVisible();
      await finish(widget, language, outcome);
      // The click closes the window that it is in, maybe before Playwright hears that it was made.
      const closed = widget.waitForEvent('close');
      const close = widget.getByRole('button', { name: widgetTexts[language].close });
      await Promise.all([closed, close.click().catch(() => closed)]);
      await expect(banner.getByText(text('applied'))).toBeVisible();
      const mails = (await readInbox(email)).filter(({ subject }) => subject.includes(text('title')));
      expect(mails).toHaveLength(1);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: textIn(language, 'ui.loading') })).toHaveCount(0);
      await expect(banner).toHaveCount(0);
    });
  });
}

test('[HERO-1] where the browser opens no window, a link does; who is rejected stays without the discount', async ({
  page,
  context,
}) => {
  const text = (key: string) => textIn('en', `hero-discount.${key}`);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openSignedIn(page, 'marcus.webb@example.com');
  await page.getByRole('button', { name: text('apply') }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: text('open') }).click();
  await finish(await opened, 'en', 'rejected');
  await expect(page.getByText(text('waiting'))).toBeVisible();
  await expect(page.getByRole('button', { name: text('again') })).toBeVisible();
  expect(await readInbox('marcus.webb@example.com')).not.toContainEqual(
    expect.objectContaining({ subject: expect.stringContaining(text('title')) }),
  );
});
