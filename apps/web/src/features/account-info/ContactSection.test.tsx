import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { field, openForm, press, savesTo, showSection, type, update } from '../../testing/account-form.tsx';
import { answerAccountInfo, answerFreshCode, changeElsewhere, saveCall } from '../../testing/account-info.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { accountNumber, answerForAccount } from '../../testing/page-data.ts';
import { user } from '../../testing/user.ts';
import { wholeText } from '../../testing/whole-text.ts';
import { subscribeToToasts } from '../../ui/toasts.ts';
import { unsavedForms } from '../../ui/unsaved-changes.ts';
import { ContactSection } from './ContactSection.tsx';
import type { AccountPlace } from './useAccountForm.ts';

const server = startFakeServer(answerForAccount);

const edit = 'Edit contact information';
const show = () => showSection(<ContactSection place="profile" />);
const open = (place: AccountPlace = 'profile') => openForm(server, <ContactSection place={place} />, edit);

test.each([
  ['profile', 'Failed to update contact Information at this time', 'Contact Information updated'],
  ['settings', 'Failed to save changes', 'Changes have been saved'],
] as const)('[CONTACT-1, CONTACT-2] on %s a failed save loses nothing', async (place, failed, saved) => {
  await open(place);
  await user.clear(field('Phone number'));
  await user.paste('+1 (555) 010-０１７７');
  expect(field('Phone number').value, 'without the country code, digits of any width').toBe('5550100177');
  await type('Phone number', '(555) 010-0188 9');
  server.answer(saveCall, problemAnswer(503, 'server.unavailable'));
  await user.dblClick(update());
  await screen.findByText('test-cor');
  // The toast says that it failed, the notice why.
  expect(screen.getAllByText(failed)).toHaveLength(1);
  screen.getByText('This does not work right now. Please try again in a few minutes.');
  expect(field('Phone number').value).toBe('5550100188');
  const unsavedWhenSaid: number[] = [];
  const stopListening = subscribeToToasts(() => unsavedWhenSaid.push(unsavedForms.size));
  answerAccountInfo(server);
  await user.click(update());
  await screen.findByText(saved);
  stopListening();
  // Whoever reads that it is saved may leave without a question.
  expect(unsavedWhenSaid.at(-1)).toBe(0);
  screen.getByText('(555) 010-0188');
  const customer = { phoneNumber: '5550100188', emailAddress: 'ana@example.com', PIN: null };
  const sent = { accountNumber, version: 1, channel: 'MyAccount', customer };
  expect(savesTo(server)).toMatchObject([sent, sent]);
  expect(savesTo(server)[0]?.consents).toBeUndefined();
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Edit/));
  expect(document.querySelector('[data-saved]')).not.toBeNull();
});

test.each([
  ['Phone number', '', 'Phone number is required'],
  ['Phone number', '555010012', 'Phone number must be 10 digits'],
  ['Email', '', 'Email is required'],
  ['Email', 'ana@example', 'Invalid email format'],
  ['Email', 'pat..x@example.com', 'Invalid email format'],
  ['Email', 'josé@example.com', 'Before the @, use only letters without accents'],
] as const)('[CONTACT-1] %s “%s” is refused at its field: %s', async (label, text, error) => {
  await open();
  await type(label, text);
  expect(screen.queryByText(error)).toBeNull();
  await user.click(update());
  const refused = screen.getByRole('textbox', { name: label, description: new RegExp(error) });
  await waitFor(() => expect(document.activeElement).toBe(refused));
  expect(refused.getAttribute('aria-invalid')).toBe('true');
  expect(savesTo(server)).toEqual([]);
});

test.each([
  ['an\u200ba@exa\u202dmple.org\u202c', 'ana@example.org'],
  ['ana@müller.example', 'ana@müller.example'],
  ["o'neil+x@example.com", "o'neil+x@example.com"],
])('[CONTACT-1] %j is saved as %j', async (pasted, email) => {
  await open();
  await user.clear(field('Email'));
  await user.click(field('Email'));
  await user.paste(pasted);
  answerAccountInfo(server);
  await user.click(update());
  await screen.findByText('Contact Information updated');
  expect(savesTo(server)).toMatchObject([{ customer: { emailAddress: email } }]);
});

test('[CONTACT-1] nothing can be updated before a value differs, and the page says why', async () => {
  await open();
  const attributes = ['type', 'inputmode', 'autocomplete', 'maxlength'];
  const entered = (label: string) => attributes.map((name) => field(label).getAttribute(name));
  expect(entered('Email')).toEqual(['email', 'email', 'email', '254']);
  expect(entered('Phone number')).toEqual(['tel', 'numeric', 'tel-national', null]);
  screen.getByRole('textbox', { name: 'Email', description: /^To use a new email address/ });
  expect(update().disabled).toBe(true);
  screen.getByRole('button', { name: 'Update', description: 'Nothing has changed yet.' });
  await type('Phone number', '5550100188');
  expect(update().disabled).toBe(false);
  await type('Phone number', '5550100123');
  expect(update().disabled).toBe(true);
});

test('[CONTACT-1] what only the server refuses appears at its field, and everything typed stays', async () => {
  await open('settings');
  const errors = [{ field: 'customer.phoneNumber', code: 'invalid' }];
  server.answer(saveCall, { body: { Status: 'Failure', StatusCode: '01', StatusDescription: 'no', errors } });
  await type('Phone number', '5550100188');
  await user.click(update());
  const refused = 'Please provide a valid phone number or email';
  await screen.findByRole('textbox', { name: 'Phone number', description: new RegExp(refused) });
  await waitFor(() => expect(document.activeElement).toBe(field('Phone number')));
  expect(field('Phone number').value).toBe('5550100188');
  expect(screen.getAllByText('Failed to save changes')).toHaveLength(1);
  screen.getByText('Something in the form is not right. Please check it and try again.');
  await user.type(field('Phone number'), '{Backspace}7');
  expect(screen.queryByText(refused)).toBeNull();
});

const pending = { pendingEmailAddress: 'new@example.com', pendingEmailUntil: '2026-12-01' };

test('[CONTACT-3] the page says which address waits; its code makes it the contact address', async () => {
  const kept = answerAccountInfo(server, pending);
  server.answer('POST /customer/account/email-proof/validate', ({ body }) => {
    if ((body as { otp: string }).otp !== '123456') return problemAnswer(400, 'login.invalid-code');
    changeElsewhere(kept, { pendingEmailAddress: null, customer: { emailAddress: 'new@example.com' } });
    return { body: { status: 200, emailAddress: 'new@example.com', isSignInAddress: true } };
  });
  await show();
  screen.getByText('new@example.com is waiting to be confirmed');
  screen.getByText(/Enter it by Dec\s01,\s2026\. Until then, notices/);
  screen.getByText(wholeText('ana@example.com'));
  await user.click(screen.getByRole('button', { name: 'Enter the code' }));
  const code = await screen.findByLabelText('Code from the email');
  await user.type(code, '111111');
  await screen.findByText('Invalid code. Please try again.');
  await user.type(code, '123456');
  await screen.findByText(/Sign in with it from now on/);
  expect(screen.queryByText(/waiting to be confirmed/)).toBeNull();
  screen.getByText(wholeText('new@example.com'));
  expect(server.requestsOf('POST /customer/account/email-proof/validate').map(({ body }) => body)).toEqual([
    { accountNumber, otp: '111111' },
    { accountNumber, otp: '123456' },
  ]);
});

test('[CONTACT-3] while an address waits the page asks again on return, and shows that it was confirmed elsewhere', async () => {
  const kept = answerAccountInfo(server, pending);
  await show();
  screen.getByText('new@example.com is waiting to be confirmed');
  changeElsewhere(kept, { pendingEmailAddress: null, customer: { emailAddress: 'new@example.com' } });
  window.dispatchEvent(new Event('focus'));
  await waitFor(() => expect(screen.queryByText(/waiting to be confirmed/)).toBeNull());
  const asked = server.requestsOf('GET /customer/info').length;
  window.dispatchEvent(new Event('focus'));
  expect(server.requestsOf('GET /customer/info')).toHaveLength(asked);
});

test('[CONTACT-3] the pending address can be given up', async () => {
  const kept = answerAccountInfo(server, pending);
  const giveUp = 'POST /customer/account/email-proof/cancel';
  const respond = server.hold(giveUp);
  await show();
  await user.dblClick(screen.getByRole('button', { name: 'Keep the current address' }));
  respond(problemAnswer(503, 'server.unavailable'));
  await screen.findByText('That did not work. Please try again later.');
  expect(server.requestsOf(giveUp)).toHaveLength(1);
  server.answer(giveUp, () => {
    changeElsewhere(kept, { pendingEmailAddress: null });
    return { body: { status: 200 } };
  });
  await press('Keep the current address');
  await screen.findByText('Your email address stays as it is.');
  expect(screen.queryByText(/waiting to be confirmed/)).toBeNull();
  screen.getByText(wholeText('ana@example.com'));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});

test('[CONTACT-1, CONTACT-3] who is not the primary user of every account with the contact reads whom to call', async () => {
  answerAccountInfo(server, { ...pending, role: 'member', ownsContact: false });
  await show();
  const why =
    /^Only the primary user of every account with this contact can change it\. To change it, call .*\d/;
  const button = screen.getByRole<HTMLButtonElement>('button', { name: edit, description: why });
  expect(button.disabled).toBe(true);
  screen.getByText('new@example.com is waiting to be confirmed');
  expect(screen.getAllByRole('button')).toEqual([button]);
});

test('[SESSIONS-1] a save that needs a fresh code keeps what was typed, and goes on after the code', async () => {
  await open();
  const needed = problemAnswer(403, 'fresh-code-needed');
  server.answer(saveCall, inTurn(needed, needed, { body: { Status: 'Success', StatusCode: '00' } }));
  answerFreshCode(server);
  await type('Email', 'new@example.com\u00a0');
  await user.click(update());
  await screen.findByRole('dialog', { name: 'Enter a new code' });
  await user.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText('Contact Information updated')).toBeNull();
  await user.click(update());
  const dialog = await screen.findByRole('dialog', { name: 'Enter a new code' });
  const code = within(dialog).getByLabelText<HTMLInputElement>('Code from the email');
  await user.type(code, '65');
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 301_000);
  const again = await within(dialog).findByRole('button', { name: 'Send a new code' });
  server.answer('POST /sessions/fresh-code', { body: { challenge: 'challenge-2' } });
  await user.dblClick(again);
  await within(dialog).findByRole('timer');
  expect(code.value).toBe('');
  const expired = problemAnswer(400, 'login.expired-code');
  server.answer('POST /sessions/fresh-code/validate', inTurn(expired, { body: { status: 200 } }));
  await user.type(code, '111111');
  await within(dialog).findByRole('button', { name: 'Send a new code' });
  await user.type(code, '654321');
  await screen.findByText('Contact Information updated');
  expect(server.requestsOf('POST /sessions/fresh-code/validate').map(({ body }) => body)).toEqual([
    { challenge: 'challenge-2', otp: '111111' },
    { challenge: 'challenge-2', otp: '654321' },
  ]);
  const asked = server.requestsOf('POST /sessions/fresh-code').map(({ body }) => body);
  expect(asked).toEqual([{}, {}, { challenge: 'challenge-1' }]);
  const emails = savesTo(server).map(({ customer }) => customer.emailAddress);
  expect(emails).toEqual(Array(3).fill('new@example.com'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[LOGIN-7] what was typed is still there after the session ended', async () => {
  answerAccountInfo(server);
  const { unmount } = await show();
  await press(edit);
  await type('Email', 'new@example.com');
  unmount();
  await show();
  await screen.findByRole('textbox', { name: 'Email' });
  expect(field('Email').value).toBe('new@example.com');
  expect(update().disabled).toBe(false);
});
