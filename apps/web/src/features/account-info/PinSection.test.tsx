import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openForm, press, savesTo, showSection, update } from '../../testing/account-form.tsx';
import { answerAccountInfo, answerFreshCode, changeElsewhere, saveCall } from '../../testing/account-info.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount } from '../../testing/page-data.ts';
import { retype, user } from '../../testing/user.ts';
import { PinSection } from './PinSection.tsx';
import type { AccountPlace } from './useAccountForm.ts';

const server = startFakeServer(answerForAccount);

async function show(place: AccountPlace = 'settings') {
  const view = await showSection(<PinSection place={place} />);
  await screen.findAllByText('Account PIN');
  return view;
}

/** Presses Show PIN; returns the dialog that asks for a code. */
async function showWithCode() {
  await press('Show PIN');
  return within(await screen.findByRole('dialog', { name: 'Enter a new code' }));
}
const edit = 'Edit account PIN';
const open = (place: AccountPlace = 'settings') => openForm(server, <PinSection place={place} />, edit);

const field = () => screen.getByLabelText<HTMLInputElement>('Account PIN', { selector: 'input' });

test('[PIN-2] the PIN is four dots until it is asked for', async () => {
  answerAccountInfo(server);
  await show();
  screen.getByRole('img', { name: 'Hidden' });
  expect(document.body.textContent).not.toContain('4071');
  await press('Show PIN');
  screen.getByText('4071');
  await press('Hide PIN');
  expect(document.body.textContent).not.toContain('4071');
});

test('[PIN-2] in a session that is not fresh, Show asks for a code, and then shows the PIN', async () => {
  const kept = answerAccountInfo(server, { customer: { PIN: null } });
  answerFreshCode(server);
  server.answer('POST /sessions/fresh-code/validate', () => {
    kept.current = { ...kept.current, customer: { ...kept.current.customer, PIN: '4071' } };
    return { body: { status: 200 } };
  });
  await show();
  const dialog = await showWithCode();
  dialog.getByText('To show your PIN, enter a new code. It proves that it is you.');
  dialog.getByRole('button', { name: 'Show PIN' });
  await user.type(dialog.getByLabelText('Code from the email'), '654321');
  await screen.findByText('4071');
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Hide PIN');
  expect(document.body.textContent).not.toContain('4071');
});

test('[PIN-2] giving up the code leaves the PIN hidden, and a failure says so', async () => {
  answerAccountInfo(server, { customer: { PIN: null } });
  answerFreshCode(server);
  await show();
  const tooMany = { ...problemAnswer(429, 'login.too-many-tries'), headers: { 'retry-after': '60' } };
  server.answer('POST /sessions/fresh-code/validate', tooMany);
  const dialog = await showWithCode();
  await user.click(dialog.getByRole('button', { name: 'Show PIN' }));
  dialog.getByText('Invalid code. Please try again.');
  await user.type(dialog.getByLabelText('Code from the email'), '654321');
  await dialog.findByText('There were too many tries.');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Show PIN' }).disabled).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  screen.getByRole('img', { name: 'Hidden' });
  expect(screen.queryByText('We could not show the PIN. Please try again later.')).toBeNull();
  server.answer('POST /sessions/fresh-code', problemAnswer(503, 'server.unavailable'));
  await press('Show PIN');
  await screen.findByText('We could not show the PIN. Please try again later.');
});

const none = { customer: { PIN: null, hasPin: false } };
const ofMember = { role: 'member', customer: { PIN: null } } as const;

test.each([
  ['a member', ofMember, 'Only the primary user sees the PIN. You can set a new one.', edit],
  ['where none is set, the customer', none, 'None set yet', 'Set an account PIN'],
])('[PIN-2] %s sees no PIN, reads why, and can set one', async (_who, account, text, button) => {
  answerAccountInfo(server, account);
  await show();
  screen.getByText(text);
  expect(screen.queryByRole('button', { name: 'Show PIN' })).toBeNull();
  // The settings show no suggestion.
  expect(screen.queryByText('Is the account PIN up to date?')).toBeNull();
  await press(button);
  expect(field().value).toBe('');
  await user.type(field(), '9182{Enter}');
  await screen.findByText('Changes have been saved');
  expect(savesTo(server).map(({ customer }) => customer.PIN)).toEqual(['9182']);
});

test.each([
  ['profile', 'unable to update your Account PIN', 'Account PIN updated'],
  ['settings', 'Cannot save changes. Please try again later.', 'Changes have been saved'],
] as const)('[PIN-1] on %s a failed save says so and keeps what was typed', async (place, failed, saved) => {
  await open(place);
  const attributes = ['type', 'inputmode', 'autocomplete'].map((name) => field().getAttribute(name));
  expect(attributes).toEqual(['password', 'numeric', 'off']);
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 4]);
  await retype(field(), 'a9-1 827');
  const respond = server.hold(saveCall);
  await user.click(update());
  screen.getByRole('button', { name: 'Saving' });
  respond(problemAnswer(500, 'server.error'));
  await screen.findByText('test-cor');
  expect(screen.getAllByText(failed)).toHaveLength(1);
  screen.getByText('We encountered an unexpected error. Please try again later.');
  expect(field().value).toBe('9182');
  answerAccountInfo(server);
  await user.click(update());
  await screen.findByText(saved);
  const sent = ['9182', 1];
  expect(savesTo(server).map(({ customer, version }) => [customer.PIN, version])).toEqual([sent, sent]);
  expect(document.body.textContent).not.toContain('9182');
});

test('[PIN-1] three digits are refused, and the current PIN is never sent', async () => {
  await open();
  expect(update().disabled).toBe(true);
  screen.getByText('Enter a new PIN to update it.');
  await retype(field(), '918');
  await user.click(update());
  screen.getByText('PIN must be 4 digits');
  await retype(field(), '4071');
  expect(update().disabled).toBe(true);
  await user.keyboard('{Enter}');
  // A password manager sends a form without its button.
  fireEvent.submit(screen.getByRole('form', { name: 'Edit account PIN' }));
  expect(savesTo(server)).toEqual([]);
});

test('[PIN-2] no PIN is kept in the browser: not while it is typed, nor by a fresh code', async () => {
  await open();
  server.answer(saveCall, inTurn(problemAnswer(403, 'fresh-code-needed')));
  answerFreshCode(server);
  await retype(field(), '9182');
  await user.click(update());
  await screen.findByRole('dialog', { name: 'Enter a new code' });
  const stored = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]);
  expect(stored).not.toContain('9182');
  expect(stored).not.toContain('4071');
});

test('[PIN-2] a PIN that was changed elsewhere is named and not shown, and the customer decides', async () => {
  const kept = await open();
  await retype(field(), '9182');
  changeElsewhere(kept, { customer: { PIN: '5566' } });
  await user.click(update());
  await screen.findByText('This changed in the meantime');
  expect(document.body.textContent).not.toMatch(/5566|9182/);
  await press('Save my version');
  await screen.findByText('Changes have been saved');
  expect(kept.current.customer.PIN).toBe('9182');
});

test('[PIN-3] the profile suggests updating the PIN, at most twice', async () => {
  answerAccountInfo(server);
  for (const views of [1, 2]) {
    const { unmount } = await show('profile');
    await screen.findByText('Is your account PIN up to date?');
    expect(document.cookie).toContain(`pin-popover=${views}`);
    unmount();
  }
  await show('profile');
  expect(screen.queryByText('Is your account PIN up to date?')).toBeNull();
});

test('[PIN-3] who has no time for it is not asked again', async () => {
  answerAccountInfo(server);
  const { unmount } = await show('profile');
  await user.click(await screen.findByRole('button', { name: 'Not now' }));
  unmount();
  await show('profile');
  expect(screen.queryByText('Is your account PIN up to date?')).toBeNull();
});

test.each([
  ['primary', false, 'Your account has no PIN yet', 'Choose a PIN'],
  ['primary', true, 'Is your account PIN up to date?', 'Update my PIN'],
  ['member', true, 'Is the account PIN up to date?', 'Set a new PIN'],
] as const)('[PIN-3] a %s (with a PIN: %s) quietly reads “%s”', async (role, hasPin, title, action) => {
  answerAccountInfo(server, { role, customer: { PIN: null, hasPin } });
  await show('profile');
  await screen.findByText(title);
  // Nothing in it is a filled button.
  expect(screen.getByRole('button', { name: action }).dataset).not.toHaveProperty('variant');
  await user.click(screen.getByRole('button', { name: action }));
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(screen.queryByText(title)).toBeNull();
});

test('[PIN-3] a closed account has no suggestion, and none is counted', async () => {
  answerAccountInfo(server, { accountStatus: 'INACTIVE' });
  await show('profile');
  screen.getByRole('button', { name: 'Show PIN' });
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
  expect(document.cookie).not.toContain('pin-popover');
});
