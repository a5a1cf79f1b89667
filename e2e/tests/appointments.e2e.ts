import { readFile } from 'node:fs/promises';
import { languageEntries, languages } from '@myaccount/contract/languages';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/portal-test.ts';
import { keepSession, sessionOf } from '../support/sessions.ts';
import { textIn } from '../support/texts.ts';
import {
  calendarEntryOf,
  countVisitMails,
  printVisitLink,
  sentCalendarEntry,
  sentVisitLink,
} from '../support/visit-link.ts';
import { widthOf } from '../support/widths.ts';

/** A residential customer whose installation is planned. */
const iris = { account: '100200312', email: 'iris.novak@example.com' };
/** His installation was canceled three days ago. */
const felix = { phone: '+16145550128' };

for (const language of languages) {
  const text = (key: string) => textIn(language, `appointments.${key}`);
  const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /Iris Novak/ });

  /** Chooses the first time that is offered, and confirms it. */
  const move = async (page: Page): Promise<void> => {
    await page.getByRole('radio').first().click();
    await page.getByRole('button', { name: text('confirm') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('confirm') })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: text('success.title') })).toBeVisible();
    await expect(page).toHaveURL(/\/schedule\/success$/);
  };

  test.describe(`a visit in ${language}`, { tag: widthOf(language) }, () => {
    test.use({ locale: languageEntries[language].locale });

    test(`[SCHEDULE-1, SCHEDULE-3] from the printed link and from the inbox to the success page (${language})`, async ({
      page,
    }) => {
      const link = await printVisitLink(iris.account);
      const token = link.split('/').at(-1) ?? '';
      const mails = await countVisitMails(iris.email);
      await page.goto(link);
      await expect(heading(page)).toBeVisible();
      await move(page);
      await expect(page.getByText(text('success.text'))).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: text('addToCalendar') }).click();
      expect((await download).suggestedFilename()).toBe('visit.ics');
      const entry = calendarEntryOf(await readFile(await (await download).path(), 'utf8'));
      expect(entry).toHaveLength(2);
      await page.reload();
      await expect(page.getByRole('button', { name: text('addToCalendar') })).toBeVisible();
      await page.getByRole('button', { name: text('success.back') }).click();
      await expect(heading(page)).toBeVisible();

      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.title, document.cookie]),
      );
      expect(kept).not.toContain(token);

      await expect.poll(() => countVisitMails(iris.email)).toBeGreaterThan(mails);
      expect(await sentCalendarEntry(iris.email), 'one entry in a calendar').toEqual(entry);
      await page.goto((await sentVisitLink(iris.email)) ?? '');
      await expect(heading(page)).toBeVisible();
      await move(page);
    });
  });
}

test('[SCHEDULE-5, SCHEDULE-6] the link in the text about a visit that was canceled days ago has expired', async ({
  page,
}) => {
  await page.goto((await sentVisitLink(felix.phone)) ?? '');
  await expect(page.getByRole('heading', { name: textIn('en', 'appointments.expired.title') })).toBeVisible();
});

test('[SCHEDULE-5, SCHEDULE-6] a guessed link has expired, and signing in leads to a new one', async ({
  page,
}) => {
  await keepSession(page, await sessionOf(iris.email));
  await page.goto('./schedule/AAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByRole('heading', { name: textIn('en', 'appointments.expired.title') })).toBeVisible();
  await page.getByRole('link', { name: textIn('en', 'appointments.expired.signIn') }).click();
  await page.getByRole('button', { name: textIn('en', 'appointments.own.open') }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Iris Novak/ })).toBeVisible();
});

test('[SCHEDULE-1] the page loads nothing of the signed-in pages, and tells nobody its address', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
    expect(request.headers().referer ?? '').not.toContain('schedule');
  });
  await page.goto(await printVisitLink(iris.account));
  await expect(page.getByRole('heading', { level: 1, name: /Iris Novak/ })).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeVisible();
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((url) => /\/assets\/(?:page|login|DashboardPage)-/.test(url))).toEqual([]);
});
