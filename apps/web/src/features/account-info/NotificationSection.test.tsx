import type { NotificationPreference } from '@myaccount/contract/accounts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { savesTo } from '../../testing/account-form.tsx';
import { answerAccountInfo, changeElsewhere, saveCall } from '../../testing/account-info.ts';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { NotificationSection } from './NotificationSection.tsx';
import type { AccountPlace } from './useAccountForm.ts';

const server = startFakeServer(answerForAccount);

async function showAccount(
  change: Parameters<typeof answerAccountInfo>[1],
  place: AccountPlace = 'settings',
) {
  const kept = answerAccountInfo(server, change);
  await renderPage(<NotificationSection place={place} />);
  await screen.findByRole('group');
  return kept;
}

const show = (notificationPreference: NotificationPreference, place: AccountPlace = 'profile') =>
  showAccount({ customer: { notificationPreference } }, place);

const box = (name: 'Email' | 'Text messages (SMS)') =>
  screen.getByRole<HTMLInputElement>('checkbox', { name });
const states = () =>
  [box('Text messages (SMS)'), box('Email')].map(({ checked, disabled }) => [checked, disabled]);
const saved = () =>
  savesTo(server).map(({ customer, consents }) => [customer.notificationPreference, consents]);

const off = [false, false];
const on = [true, false];
const lastOn = [true, true];

test.each([
  ['', [off, off]],
  ['Text', [lastOn, off]],
  ['Email', [off, lastOn]],
  ['Text & Email', [on, on]],
] as const)('[NOTIFY-1] “%s” is what is ticked; the last channel stays on', async (preference, expected) => {
  await show(preference);
  // The choice says it; nothing repeats it above.
  expect(screen.queryByText(preference, { selector: 'p' })).toBeNull();
  expect(states()).toEqual(expected);
  const isLast = preference === 'Text' || preference === 'Email';
  expect(screen.queryAllByText('At least one way to reach you stays on.')).toHaveLength(isLast ? 1 : 0);
  screen.getByText('Changes can take up to 15 minutes to show.');
});

test.each([
  ['profile', 'Cannot update preferences at this time!', 'Communication preferences updated'],
  ['settings', 'Failed to save changes', 'Changes have been saved'],
] as const)('[NOTIFY-1] on %s texts go off at once; a failure says so', async (place, failed, done) => {
  await show('Text & Email', place);
  server.answer(saveCall, problemAnswer(503, 'server.unavailable'));
  await user.click(box('Text messages (SMS)'));
  await screen.findByText('This does not work right now. Please try again in a few minutes.');
  expect(screen.getAllByText(failed)).toHaveLength(1);
  expect(states()).toEqual([on, on]);
  answerAccountInfo(server, { customer: { notificationPreference: 'Text & Email' } });
  await user.click(box('Text messages (SMS)'));
  await screen.findByText(done);
  await waitFor(() => expect(states()).toEqual([off, lastOn]));
  const sent = ['Email', undefined];
  expect(saved()).toEqual([sent, sent]);
});

const expectUnchanged = () => expect(states()).toEqual([off, lastOn]);

test('[NOTIFY-1, CONSENT-1] texts take a consent, which is sent with the change; thinking again changes nothing', async () => {
  await show('Email');
  await user.click(box('Text messages (SMS)'));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expectUnchanged();
  expect(document.activeElement).toBe(box('Text messages (SMS)'));
  await user.click(box('Text messages (SMS)'));
  const turnOn = await screen.findByRole('button', { name: 'Turn on text messages' });
  const consent = screen.getByRole('checkbox', { name: /reply STOP/ });
  expect(document.activeElement).toBe(consent);
  expectUnchanged();
  await user.click(turnOn);
  screen.getByText('Check the box to turn on text messages');
  expect(saved()).toEqual([]);
  await user.click(consent);
  expectUnchanged();
  await user.click(turnOn);
  await screen.findByText('Communication preferences updated');
  await waitFor(() => expect(states()).toEqual([on, on]));
  expect(saved()).toEqual([['Text & Email', [{ kind: 'texts', textVersion: '2', language: 'en' }]]]);
});

test('[NOTIFY-1, CONSENT-1] texts show as on while they are saved with the consent, and as off when that fails', async () => {
  await show('Email');
  const respond = server.hold(saveCall);
  await user.click(box('Text messages (SMS)'));
  await user.click(screen.getByRole('checkbox', { name: /reply STOP/ }));
  await user.click(screen.getByRole('button', { name: 'Turn on text messages' }));
  await waitFor(() => expect(box('Text messages (SMS)').checked).toBe(true));
  await user.click(box('Text messages (SMS)'));
  respond(problemAnswer(503, 'server.unavailable'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeTruthy());
  expectUnchanged();
  expect(saved()).toHaveLength(1);
  await user.click(box('Text messages (SMS)'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[SMS-1] after STOP texts stay off, and the page says how to get them back', async () => {
  await showAccount({ customer: { notificationPreference: 'Email', textsStopped: true } });
  expect(states()).toEqual([[false, true], lastOn]);
  const why = /STOP was sent from it\. To get them again, send START/;
  screen.getByRole('checkbox', { name: 'Text messages (SMS)', description: why });
  // Nothing here can be changed, so nothing says so.
  expect(screen.queryByText('As the primary user, you can change them.')).toBeNull();
  expect(screen.queryByText('Changes can take up to 15 minutes to show.')).toBeNull();
});

test.each([false, true])('[NOTIFY-1, SMS-1] a member reads who can change it (%s)', async (textsStopped) => {
  const customer = { notificationPreference: 'Text & Email', textsStopped } as const;
  await showAccount({ role: 'member', customer });
  const why = 'Only the primary user of the account can change them.';
  expect(screen.getAllByRole('checkbox', { description: why })).toHaveLength(2);
  expect(states().map(([, isDisabled]) => isDisabled)).toEqual([true, true]);
  expect(screen.queryByText(/START/)).toBeNull();
});

test('[SMS-1] after STOP email can still be turned on', async () => {
  await showAccount({ customer: { notificationPreference: '', textsStopped: true } });
  screen.getByRole('checkbox', { name: 'Email', description: 'As the primary user, you can change them.' });
  expect(box('Email').disabled).toBe(false);
});

test.each([
  ['Save my version', 'Email'],
  ['Use what is on record', 'Text'],
] as const)('[NOTIFY-1] changed elsewhere meanwhile: “%s” ends with %s', async (button, preference) => {
  const kept = await show('Text & Email');
  changeElsewhere(kept, { customer: { notificationPreference: 'Text' } });
  await user.click(box('Text messages (SMS)'));
  await screen.findByText('This changed in the meantime');
  expect(states().map(([isOn]) => isOn)).toEqual([false, true]);
  expect([...document.querySelectorAll('dd')].map((value) => value.textContent)).toEqual(['SMS', 'Email']);
  await user.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(screen.queryByText('This changed in the meantime')).toBeNull());
  await waitFor(() => expect(box('Email').checked).toBe(preference === 'Email'));
  expect(kept.current.customer.notificationPreference).toBe(preference);
});
