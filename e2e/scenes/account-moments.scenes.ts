import type { Page } from '@playwright/test';
import { awaitText, inTurn, press, pressTwice } from './in-turn.ts';
import { type Act, type Actor, answering, type Scene } from './scene.ts';

const ana = 'ana.rivera@example.com';
const personal = { email: ana, path: 'settings?tab=personal' };
const saveCall = '**/api/customer/account/info';

const saving = inTurn(saveCall, { Status: 'Success', StatusCode: '00' });

/** Fails to save and saves. The forms say the same, and what the one before said may still be there: the form closes. */
async function updateTwice(
  page: Page,
  actor: Actor,
  subject: string,
  place: 'profile' | 'settings',
): Promise<void> {
  await pressTwice(page, actor, 'account-info.update', [
    `${subject}.notSaved.${place}`,
    `${subject}.saved.${place}`,
  ]);
  await page.getByRole('button', { name: actor.text(`${subject}.edit`) }).waitFor();
}

async function editPhone(page: Page, { text }: Actor, phoneNumber: string): Promise<void> {
  await page.getByRole('button', { name: text('contact.edit') }).click();
  await page.getByLabel(text('contact.fields.phoneNumber')).fill(phoneNumber);
}

async function savePhone(page: Page, actor: Actor, place: 'profile' | 'settings'): Promise<void> {
  await editPhone(page, actor, '6145550188');
  await updateTwice(page, actor, 'contact', place);
}

async function savePin(page: Page, actor: Actor, place: 'profile' | 'settings'): Promise<void> {
  await page.getByRole('button', { name: actor.text('pin.edit') }).click();
  await page.locator('input[name=PIN]').fill('7319');
  await updateTwice(page, actor, 'pin', place);
}

async function editAddress(
  page: Page,
  actor: Actor,
): Promise<(field: string, value: string) => Promise<void>> {
  await page.getByRole('button', { name: actor.text('address.edit') }).click();
  return (field, value) =>
    page
      .getByLabel(actor.text(`address.fields.${field}`), { exact: true })
      .first()
      .fill(value);
}

const emptyContact: Act = async (page, actor) => {
  await editPhone(page, actor, '');
  await page.getByLabel(actor.text('contact.fields.emailAddress'), { exact: true }).fill('');
  await press(page, actor, 'account-info.update', 'contact.errors.emailAddress.required');
};

const emptyAddress: Act = async (page, actor) => {
  const fill = await editAddress(page, actor);
  for (const field of ['streetNrFirst', 'streetNrLast', 'streetName', 'city', 'postCode'])
    await fill(field, '');
  const state = page.getByLabel(actor.text('address.fields.state'), { exact: true });
  if (await state.evaluate((field) => field instanceof HTMLSelectElement)) await state.selectOption('');
  else await state.fill('');
  await press(page, actor, 'account-info.update', 'address.errors.postCode.required');
  await fill('postCode', '441');
  await page.getByRole('button', { name: actor.text('account-info.update') }).click();
};

/** What forms of an account show in passing. */
export const accountMomentScenes: readonly Scene[] = [
  {
    name: 'profile-saved',
    email: ana,
    path: 'profile',
    intercept: saving,
    act: async (page, actor) => {
      await savePhone(page, actor, 'profile');
      await savePin(page, actor, 'profile');
      for (const answer of ['notSaved', 'saved']) {
        await page.getByRole('checkbox', { name: actor.text('notifications.channel.Text') }).click();
        await awaitText(page, actor, `notifications.${answer}.profile`);
      }
    },
  },
  {
    ...personal,
    name: 'settings-saved',
    intercept: saving,
    act: async (page, actor) => {
      await savePhone(page, actor, 'settings');
      const fill = await editAddress(page, actor);
      await fill('city', 'Dayton');
      await updateTwice(page, actor, 'address', 'settings');
      await page.getByRole('tab', { name: actor.text('account-info.settings.tab.security') }).click();
      await savePin(page, actor, 'settings');
    },
  },
  {
    ...personal,
    name: 'settings-contact-empty',
    act: emptyContact,
  },
  {
    ...personal,
    name: 'settings-contact-refused',
    intercept: answering(saveCall, {
      Status: 'Failure',
      StatusCode: '01',
      StatusDescription: 'Refused',
      errors: [{ field: 'customer.phoneNumber', code: 'invalid' }],
    }),
    act: async (page, actor) => {
      await editPhone(page, actor, '6145550188');
      await press(page, actor, 'account-info.update', 'contact.errors.phoneNumber.refused');
    },
  },
  { ...personal, name: 'settings-address-errors', act: emptyAddress },
  {
    name: 'gift-card-success',
    email: 'olivia.hart@example.com',
    path: 'gift-card',
    intercept: answering('**/api/gift-card/register', { statusCode: '00' }),
    act: async (page, actor) => {
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await press(page, actor, 'gift-card.submit', 'gift-card.success');
    },
  },
];
