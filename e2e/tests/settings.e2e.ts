import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { test } from '../support/portal-test.ts';
import { awaitCode, readInbox } from '../support/sandbox.ts';
import { openSignedIn } from '../support/sign-in.ts';

const walter = 'walter.kim@example.com';
const personal = './settings?tab=personal';

async function editPhone(page: Page, phone: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit contact information' }).click();
  await page.getByLabel('Phone number').fill(phone);
}

const update = (page: Page) => page.getByRole('button', { name: 'Update' });

test('[CONTACT-1, SETTINGS-1] a new number is saved with the keyboard alone', async ({ page }) => {
  const phone = '6145550241';
  await openSignedIn(page, walter, './settings');
  await page.getByRole('tab', { name: 'Account' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=personal/);
  const edit = page.getByRole('button', { name: 'Edit contact information' });
  await edit.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Changes have been saved')).toBeVisible();
  await expect(edit).toBeFocused();
  await page.reload();
  await expect(page.getByText(phone.replace(/(...)(...)(....)/, '($1) $2-$3'))).toBeVisible();
});

test('[CONTACT-1] two windows: the second one learns what the first one saved, and decides', async ({
  page,
  context,
}) => {
  await openSignedIn(page, walter, personal);
  const other = await context.newPage();
  await openSignedIn(other, walter, personal);
  await editPhone(page, '6145550242');
  await editPhone(other, '6145550243');
  await update(other).click();
  await expect(other.getByText('Changes have been saved')).toBeVisible();
  await update(page).click();
  await expect(page.getByText('This changed in the meantime')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save my version' }).click();
  await expect(page.getByText('Changes have been saved')).toBeVisible();
  await expect(page.getByText(/0242$/)).toBeVisible();
});

test('[CONTACT-3, SESSIONS-1] a new address waits for its code', async ({ page }) => {
  const email = 'walter.new@example.com';
  const alreadyThere = (await readInbox(email)).length;
  await openSignedIn(page, walter, personal);
  await page.getByRole('button', { name: 'Edit contact information' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await update(page).click();
  await expect(page.getByText(`${email} is waiting to be confirmed`)).toBeVisible();
  await expect(page.getByText(walter, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Enter the code' }).click();
  await expectAccessible(page);
  await expect(page.getByLabel('Code from the email')).toBeVisible();
  expect(await awaitCode(email, alreadyThere)).toMatch(/^\d{6}$/);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Keep the current address' }).click();
  await expect(page.getByText('Your email address stays as it is.')).toBeVisible();
  await expect(page.getByText(/waiting to be confirmed/)).toBeHidden();
});

test('[SESSIONS-1, PIN-1, PIN-2] a fresh code in the middle of a save: the save goes on, and the browser keeps no PIN', async ({
  page,
}) => {
  const email = 'dana.whitaker@example.com';
  await openSignedIn(page, email, './settings?tab=security');
  let saves = 0;
  await page.route('**/api/customer/account/info', async (route) => {
    saves += 1;
    const body = { type: 'about:blank', status: 403, code: 'fresh-code-needed' };
    if (saves > 1) return await route.continue();
    await route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(body) });
  });
  await page.getByRole('button', { name: 'Edit account PIN' }).click();
  const alreadyThere = (await readInbox(email)).length;
  await page.locator('input[name=PIN]').fill('7319');
  await update(page).click();
  const dialog = page.getByRole('dialog', { name: 'Enter a new code' });
  await dialog.getByLabel('Code from the email').fill(await awaitCode(email, alreadyThere));
  await expect(page.getByText('Changes have been saved')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(saves).toBe(2);
  await page.getByRole('button', { name: 'Show PIN' }).click();
  await expect(page.getByText('7319')).toBeVisible();
  expect(await keptByBrowser(page)).not.toMatch(/(?<!\d)7319(?!\d)/);
});

/** Returns everything that the browser keeps for the portal: storages, cookies, databases, caches, address, history. */
async function keptByBrowser(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => [
    { ...sessionStorage },
    { ...localStorage },
    (await indexedDB.databases()).map(({ name }) => name),
    'caches' in window ? await caches.keys() : [],
    [location.href, history.state, document.title, window.name],
  ]);
  expect(kept[2]).toEqual([]);
  expect(kept[3]).toEqual([]);
  return JSON.stringify([kept, await page.context().cookies()]);
}

test('[EDIT-1] leaving with unsaved changes asks, inside the portal and on reload', async ({ page }) => {
  await openSignedIn(page, walter, './billing');
  await page.goto(personal);
  await editPhone(page, '6145550299');
  const stay = page.getByRole('button', { name: 'No, go back' });
  await page.getByRole('tab', { name: 'Security' }).click();
  await stay.click();
  const warning = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await warning;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(page.getByLabel('Phone number')).toHaveValue('6145550299');
});
