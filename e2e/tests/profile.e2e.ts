import { expect, test } from '@playwright/test';
import { openSignedIn } from '../support/sign-in.ts';

test('[PROFILE-1, PIN-2] the profile opens from the menu, and shows the PIN only when asked', async ({
  page,
}, info) => {
  await openSignedIn(page, 'helen.brandt@example.com', './billing');
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
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

test('[NOTIFY-1] the last channel cannot be switched off, and a switch saves at once', async ({ page }) => {
  await openSignedIn(page, 'lucia.mendoza@example.com', './profile');
  const email = page.getByRole('checkbox', { name: /^(Email|Correo electrónico)$/ });
  const texts = page.getByRole('checkbox', { name: /SMS/ });
  await expect(email).toBeChecked();
  if (!(await texts.isChecked())) await expect(email).toBeDisabled();
});
