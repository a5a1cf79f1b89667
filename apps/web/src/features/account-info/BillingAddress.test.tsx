import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { field, openForm, press, savesTo, showSection, type } from '../../testing/account-form.tsx';
import { addressOf, answerAccountInfo, changeElsewhere, saveCall } from '../../testing/account-info.ts';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { accountNumber, answerForAccount } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { billingAccountQuery } from '../accounts/accounts.queries.ts';
import { BillingAddressPanel, BillingAddressSection } from './BillingAddress.tsx';

const server = startFakeServer(answerForAccount);

const edit = 'Edit billing address';
const open = () => openForm(server, <BillingAddressSection />, edit);
const update = () => press('Update');
const saves = () => savesTo(server);
const billingOf = ({ customerAddress }: ReturnType<typeof saves>[number]) =>
  customerAddress.find(({ addressType }) => addressType === 'Billing');

test('[ADDRESS-1] a save that fails says so and loses nothing; a changed address is saved as a whole, and the others stay', async () => {
  await open();
  await type('City', ' Newtown ');
  await type('ZIP code', '54321 9876');
  server.answer(saveCall, problemAnswer(503, 'server.unavailable'));
  await update();
  await screen.findByText('This does not work right now. Please try again in a few minutes.');
  expect(screen.getAllByText('Changes not saved')).toHaveLength(1);
  expect(field('City').value).toBe(' Newtown ');
  answerAccountInfo(server);
  await update();
  await screen.findByText('Changes have been saved');
  await screen.findByText('Newtown, NY 54321-9876');
  const sent = saves().at(-1);
  expect(sent && billingOf(sent)).toEqual(addressOf('Billing', { city: 'Newtown', postCode: '54321-9876' }));
  expect(sent?.customerAddress).toContainEqual(addressOf('Service'));
  expect(sent?.customer.PIN).toBeNull();
});

test.each([
  ['City', '', 'City is required'],
  ['State', ' ', 'State is required'],
  ['ZIP code', '1234', 'Zipcode must be 5 digits. ZIP+4, such as 12345-6789, works too.'],
  ['ZIP code', '12345-67', 'Zipcode must be 5 digits. ZIP+4, such as 12345-6789, works too.'],
])('[ADDRESS-1] %s “%s”: %s', async (label, text, error) => {
  await open();
  await type(label, text);
  await update();
  const refused = screen.getByRole('textbox', { name: label, description: error });
  await waitFor(() => expect(document.activeElement).toBe(refused));
  expect(saves()).toEqual([]);
});

test('[ADDRESS-1] an address elsewhere is shown with its country, and its form begins empty', async () => {
  const over = { city: 'Guadalajara', state: 'JAL', postCode: '44100', country: 'Mexico' };
  const customerAddress = [addressOf('Service'), addressOf('Billing', over)];
  answerAccountInfo(server, { customerAddress });
  await showSection(<BillingAddressSection />);
  await screen.findByText('Guadalajara, JAL 44100');
  screen.getByText('Mexico');
  await press(edit);
  for (const label of ['Street address', 'City', 'State', 'ZIP code']) expect(field(label).value).toBe('');
  expect(field('Country').value).toBe('USA');
});

test('[ADDRESS-1] the street is needed only when both parts of the number are empty', async () => {
  await open();
  await type('Street address', '');
  await type('Street number', '');
  await update();
  screen.getByText('Street address is required');
  await type('Second number or unit', '79');
  expect(screen.queryByText('Street address is required')).toBeNull();
  await update();
  await screen.findByText('Changes have been saved');
});

test('[ADDRESS-1] the country is the USA, whatever was on record', async () => {
  answerAccountInfo(server, { customerAddress: [addressOf('Billing', { country: 'US' })] });
  await showSection(<BillingAddressSection />);
  await press(edit);
  expect([field('Country').value, field('Country').readOnly]).toEqual(['USA', true]);
  await type('City', 'Newtown');
  await update();
  await screen.findByText('Changes have been saved');
  expect(saves().map((sent) => billingOf(sent)?.country)).toEqual(['USA']);
});

test('[ADDRESS-1] where none is on record, one can be added', async () => {
  answerAccountInfo(server, { customerAddress: [] });
  await showSection(<BillingAddressSection />);
  screen.getByText('None on record');
  await press('Add a billing address');
  const texts = { 'Street number': '118', 'Street address': 'Orchard Lane', City: 'Fairview', State: 'NY' };
  for (const [label, text] of Object.entries(texts)) await type(label, text);
  await type('ZIP code', '12345');
  await update();
  await screen.findByText('Changes have been saved');
  expect(saves().map(billingOf)).toEqual([addressOf('Billing')]);
});

test.each([
  ['Save my version', 'Fairview', '54321'],
  ['Use what is on record', 'Newtown', '12345'],
])('[ADDRESS-1] changed elsewhere meanwhile: “%s” ends with %s', async (button, city, postCode) => {
  const kept = await open();
  await type('ZIP code', '54321');
  changeElsewhere(kept, { customerAddress: [addressOf('Billing', { city: 'Newtown' })] });
  await update();
  const title = await screen.findByText('This changed in the meantime');
  expect(document.activeElement).toBe(title.parentElement);
  const values = [...document.querySelectorAll('dd')].map((value) => value.textContent);
  expect(values).toEqual(['Newtown', 'Fairview']);
  await press(button);
  await screen.findByText(`${city}, NY ${postCode}`);
  expect(kept.current.customerAddress.find(({ addressType }) => addressType === 'Billing')?.city).toBe(city);
});

test('[ADDRESS-1] a change of something else meanwhile prevents no save', async () => {
  const kept = await open();
  await type('City', 'Newtown');
  changeElsewhere(kept, { customer: { phoneNumber: '5550100199' } });
  await update();
  await screen.findByText('Changes have been saved');
  expect(kept.current.customer.phoneNumber).toBe('5550100199');
  expect(saves().map(({ version }) => version)).toEqual([1, 2]);
});

test('[HOME-5] the dashboard changes the address in a dialog, which asks before it loses changes', async () => {
  answerAccountInfo(server);
  const onClose = vi.fn();
  await renderPage(<BillingAddressPanel onClose={onClose} />);
  await screen.findByRole('dialog', { name: 'Edit billing address' });
  await screen.findByRole('textbox', { name: 'City' });
  await type('City', 'Newtown');
  await press('Close');
  await press('No, go back');
  expect(field('City').value).toBe('Newtown');
  await update();
  await screen.findByText('Changes have been saved');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  // What the dashboard says of bills has the address too.
  const { queryKey } = billingAccountQuery(accountNumber);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(saves()).toHaveLength(1);
});
