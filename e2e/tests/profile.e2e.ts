import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { test } from '../support/portal-test.ts';
import { readInbox } from '../support/sandbox.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { phone } from '../support/widths.ts';

test('[PROFILE-1, PIN-2] the profile opens from the menu, and shows the PIN only when asked', {
  tag: phone,
}, async ({ page, isMobile }) => {
  await openSignedIn(page, 'helen.brandt@example.com', './billing');
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Account Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account Preferences' })).toBeFocused();
  await expect(page.getByText('5930')).toBeHidden();
  await page.getByRole('button', { name: 'Show PIN' }).click();
  await expect(page.getByText('5930')).toBeVisible();
});

test('[EDIT-1] on the profile, what was typed stays until the customer decides to leave', async ({
  page,
}) => {
  await openSignedIn(page, 'helen.brandt@example.com', './profile');
  await page.getByRole('button', { name: 'Edit contact information' }).click();
  await page.getByLabel('Phone number').fill('6145550298');
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link').click();
  const question = page.getByRole('alertdialog', { name: 'Unsaved Changes' });
  await question.getByRole('button', { name: 'No, go back' }).click();
  await expect(page.getByLabel('Phone number')).toHaveValue('6145550298');
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link').click();
  await question.getByRole('button', { name: 'Yes, leave page' }).click();
  await expect(page).toHaveURL(/\/myaccount\/$/);
});

test.describe('notices about the account', () => {
  const samuel = 'samuel.ortiz@example.com';
  const texts = (page: Page) => page.getByRole('checkbox', { name: 'Text messages (SMS)', exact: true });
  const email = (page: Page) => page.getByRole('checkbox', { name: 'Email', exact: true });
  const isSaved = (page: Page) =>
    expect(page.getByText('Communication preferences updated').first()).toBeVisible();

  test('[NOTIFY-1, CONSENT-1] texts take a consent, both ways can be on, and the last one stays on', async ({
    page,
  }) => {
    await openSignedIn(page, samuel, './profile');
    await expect(email(page)).toBeChecked();
    await expect(email(page)).toBeDisabled();
    await expect(email(page)).toHaveAccessibleDescription('At least one way to reach you stays on.');
    await texts(page).click();
    await expect(texts(page)).not.toBeChecked();
    await page.getByRole('button', { name: 'Turn on text messages' }).click();
    await expect(page.getByText('Check the box to turn on text messages')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: /^I agree/ }).check();
    await page.getByRole('button', { name: 'Turn on text messages' }).click();
    await isSaved(page);
    // Both are on, so that either can go.
    await expect(email(page)).toBeEnabled();
    await page.reload();
    await expect(texts(page)).toBeChecked();
    await email(page).click();
    await isSaved(page);
    await expect(texts(page)).toBeDisabled();
    await email(page).click();
    await expect(email(page)).toBeChecked();
    // Once that is saved: a switch that is turned while another one saves does nothing.
    await expect(texts(page)).toBeEnabled();
    await texts(page).click();
    await expect(email(page)).toBeDisabled();
    const notices = async () =>
      (await readInbox(samuel)).filter(({ text }) => text.includes('Notification preference')).length;
    await expect.poll(notices).toBeGreaterThanOrEqual(4);
  });

  test('[NOTIFY-1] a save that fails puts the selection back', async ({ page }) => {
    await page.route('**/api/customer/account/info', (route) => route.abort());
    await openSignedIn(page, 'ana.rivera@example.com', './profile');
    await expect(texts(page)).toBeChecked();
    await texts(page).click();
    await expect(page.getByText('Cannot update preferences at this time!').first()).toBeVisible();
    await expect(texts(page)).toBeChecked();
    // The reason, which no toast may cover.
    await expect(page.locator(':focus')).toContainText(textIn('en', 'problems.network'));
  });
});
