import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ana, answerAccounts, signedInAnswer } from '../../testing/customers.ts';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { user } from '../../testing/user.ts';

const server = startFakeServer(answerAccounts);
const send = 'POST /login/otp/send';
const validate = 'POST /login/otp/validate';
const expiresAt = '2026-11-24T20:47:00Z';

beforeEach(() => {
  server.answer(send, { body: { status: 200, challenge: 'challenge-1', expiresAt, method: 'code' } });
  server.answer(validate, signedInAnswer());
});

const codeField = () => screen.findByRole('textbox', { name: 'Code from the email' });
const newCode = () => screen.queryByRole('button', { name: 'Send a new code' });

async function openCodeStep(options: Partial<Parameters<typeof openPortal>[0]> = {}) {
  const portal = await openPortal({ path: '/login', ...options });
  await user.type(await screen.findByRole('textbox', { name: /Email address|Correo/ }), 'ana@example.com');
  await user.click(screen.getByRole('button', { name: /Send code|Enviar código/ }));
  return portal;
}

async function enterWrongCode(code: string, times: number) {
  await user.type(await codeField(), code);
  await waitFor(() => expect(server.requestsOf(validate).length).toBe(times));
  await screen.findByText('Invalid code. Please try again.');
}

test('[LOGIN-1, LOGIN-3] the field is described by the whole address and the end of the code, and the first step is done', async () => {
  await openCodeStep();
  const field = await codeField();
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const description = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
  expect(description.replace(/\u202f/g, ' ')).toBe(
    'We sent a code to ana@example.comCode valid until 3:47 PM EST ',
  );
  expect(field.getAttribute('autocomplete')).toBe('one-time-code');
  const [email, code] = screen.getAllByRole('listitem').slice(0, 2);
  expect(email?.textContent).toBe('Done: Email');
  expect(email?.querySelector('svg')).not.toBeNull();
  expect(code?.getAttribute('aria-current')).toBe('step');
  expect(screen.queryByText('Still no email?')).toBeNull();
  expect(fireEvent.submit(field.closest('form') as HTMLFormElement)).toBe(false);
});

test.each([
  ['2026-11-24T18:05:00Z', 'Código válido hasta la 1:05 p.m. EST'],
  ['2026-11-24T20:47:00Z', 'Código válido hasta las 3:47 p.m. EST'],
])('[LOGIN-3, SHELL-11] says in Spanish until when: %s', async (instant, text) => {
  server.answer(send, { body: { status: 200, challenge: 'c', expiresAt: instant, method: 'code' } });
  await openCodeStep({ language: 'es' });
  const shown = await screen.findByText(/Código válido/);
  expect(shown.textContent?.replace(/\s/g, ' ')).toBe(text);
});

test('[LOGIN-4] a code that no answer came to is sent again only when asked for', async () => {
  server.answer(validate, { isLost: true });
  await openCodeStep();
  await user.type(await codeField(), '123456');
  await screen.findByText('We could not connect. Check your internet connection and try again.');
  expect(((await codeField()) as HTMLInputElement).value).toBe('123456');
  await user.type(await codeField(), '{Backspace}6');
  expect(server.requestsOf(validate).length).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(server.requestsOf(validate).length).toBe(2));
  const field = await codeField();
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('[LOGIN-4] a wrong code says what to do next, in the title too; the next code signs in by itself', async () => {
  server.answer(validate, problemAnswer(400, 'login.invalid-code'));
  const { router } = await openCodeStep();
  await codeField();
  await waitFor(() => expect(document.title).toBe('Enter your code · Example Fiber'));
  await enterWrongCode('111111', 1);
  screen.getByText('Use the code from our newest email. Only the latest one works.');
  await waitFor(() => expect(document.title).toBe('Error: Enter your code · Example Fiber'));
  const field = (await codeField()) as HTMLInputElement;
  await waitFor(() => expect([field.value, document.activeElement]).toEqual(['', field]));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  server.answer(validate, signedInAnswer());
  await user.type(field, '2');
  expect(screen.queryByText('Invalid code. Please try again.')).toBeNull();
  await user.type(field, '22222');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('[LOGIN-4, LOGIN-9] after three wrong codes a new one is offered at once', async () => {
  server.answer(validate, problemAnswer(400, 'login.invalid-code'));
  await openCodeStep();
  await enterWrongCode('111111', 1);
  await enterWrongCode('222222', 2);
  expect(newCode()).toBeNull();
  await enterWrongCode('333333', 3);
  screen.getByText('After several wrong tries, a code stops working. We can send you a new one.');
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined();
  await user.click(newCode() as HTMLElement);
  await waitFor(() => expect(server.requestsOf(send).length).toBe(2));
});

test('[LOGIN-4] when its time is over, the code has expired, and the main button sends a new one', async () => {
  await openCodeStep();
  const field = (await codeField()) as HTMLInputElement;
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 301_000);
  await screen.findByText('This code has expired');
  screen.getByText('We can send a new one to the same address.');
  expect(screen.queryByText(/Code valid until/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.title).toBe('Error: Enter your code · Example Fiber'));
  vi.restoreAllMocks();
  await user.click(newCode() as HTMLElement);
  await waitFor(() => expect(screen.queryByText('This code has expired')).toBeNull());
  expect(server.requestsOf(send)[1]?.body).toEqual({ email: 'ana@example.com', challenge: 'challenge-1' });
  await waitFor(async () => expect(document.activeElement).toBe(await codeField()));
});

test('[LOGIN-3] after 30 seconds help appears below all else, read out politely, and never takes the focus', async () => {
  await openCodeStep();
  const field = await codeField();
  const now = performance.now();
  const later = (seconds: number) =>
    vi.spyOn(performance, 'now').mockImplementation(() => now + seconds * 1000);
  later(28);
  await waitFor(async () => expect(await timer()).toMatch(/^04:3[12]$/));
  expect(screen.queryByText('Still no email?')).toBeNull();
  later(31);
  const help = await screen.findByText('Still no email?');
  expect(help.closest('[role]')?.getAttribute('role')).toBe('status');
  expect(help.parentElement?.textContent).toBe(
    'Still no email?Check your spam folder.Is ana@example.com spelled correctly? If not, use another email.',
  );
  const another = screen.getByRole('button', { name: 'Use another email' });
  expect(another.compareDocumentPosition(help)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(document.activeElement).toBe(field);
  // The countdown is read out in whole minutes, so that it is read out once a minute.
  screen.getByText('You can ask for a new code in 5 minutes.');
  later(241);
  await screen.findByText('You can ask for a new code in 2 minutes.');
  vi.restoreAllMocks();
});

const timer = async () => (await screen.findByRole('timer')).textContent;

test('[LOGIN-5] a reload finds the code step again, with its challenge and its countdown', async () => {
  // Somebody whose session ended in this tab.
  sessionStorage.setItem('auth-owner', ana.sub);
  const { unmount } = await openCodeStep();
  await codeField();
  unmount();
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now + 100_000);
  const { router } = await openPortal({ path: '/login' });
  await screen.findByText('We sent a code to ana@example.com');
  expect(await timer()).toMatch(/^03:(?:20|1\d)$/);
  await user.type(await codeField(), '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(server.requestsOf(validate)[0]?.body).toMatchObject({ challenge: 'challenge-1' });
  expect(sessionStorage.getItem('sign-in-code')).toBeNull();
});

test('[LOGIN-5] a stored sign-in that nobody can read starts with the email', async () => {
  sessionStorage.setItem('sign-in-code', '{');
  await openPortal({ path: '/login' });
  await screen.findByRole('textbox', { name: 'Email address' });
});

test('[LOGIN-5, SIGNIN-3] once a link is sent instead, a reload does not lead to the code', async () => {
  server.answer(validate, problemAnswer(400, 'login.expired-code'));
  await openCodeStep();
  await user.type(await codeField(), '123456');
  server.answer(send, { body: { status: 200, challenge: 'c', expiresAt, method: 'link' } });
  await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
  await screen.findByText('Open the link in your email');
  expect(sessionStorage.getItem('sign-in-code')).toBeNull();
});

test('[LOGIN-3] a code that was sent before is counted down from then, and works without a challenge', async () => {
  const until = new Date(Date.now() + 280_000).toISOString();
  server.answer(send, { body: { status: 200, expiresAt: until, method: 'code' } });
  const { router } = await openCodeStep();
  expect(await timer()).toMatch(/^04:(?:4[01]|3\d)$/);
  await user.type(await codeField(), '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(server.requestsOf(validate)[0]?.body).toEqual({ email: 'ana@example.com', otp: '123456' });
});

test('[LOGIN-3, LOGIN-5] asking again for the same address keeps the challenge; a reload would start with the email', async () => {
  await openCodeStep();
  await user.click(await screen.findByRole('button', { name: 'Use another email' }));
  expect(sessionStorage.getItem('sign-in-code')).toBeNull();
  server.answer(send, { body: { status: 200, expiresAt, method: 'code' } });
  await user.click(await screen.findByRole('button', { name: 'Send code' }));
  await user.type(await codeField(), '123456');
  const sent = () => server.requestsOf(validate)[0]?.body;
  await waitFor(() => expect(sent()).toMatchObject({ challenge: 'challenge-1' }));
});

describe('while the mail server is away', () => {
  const mailAway = { ...problemAnswer(503, 'login.mail-unavailable'), headers: { 'retry-after': '10' } };
  const sentence = 'We can’t send codes right now. We keep trying.';
  const fakeTimers = () =>
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });

  test('[LOGIN-3] the email step says so, lets the visitor try at once, and keeps trying', async () => {
    server.answer(send, mailAway);
    fakeTimers();
    await openCodeStep();
    await screen.findByText(sentence);
    const button = screen.getByRole('button', { name: 'Send code' }) as HTMLButtonElement;
    await user.click(button);
    await waitFor(() => expect(server.requestsOf(send).length).toBe(2));
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(server.requestsOf(send).length).toBe(3));
    screen.getByText(sentence);
    server.answer(send, { body: { status: 200, challenge: 'c', expiresAt, method: 'code' } });
    await vi.advanceTimersByTimeAsync(10_000);
    await codeField();
  });

  test('[LOGIN-3] an address that is being changed is not sent by itself', async () => {
    server.answer(send, mailAway);
    fakeTimers();
    await openCodeStep();
    await screen.findByText(sentence);
    await user.type(screen.getByRole('textbox', { name: 'Email address' }), '.org');
    expect(screen.queryByText(sentence)).toBeNull();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.requestsOf(send).length).toBe(1);
  });

  test('[LOGIN-3] a new code is tried until it is sent', async () => {
    server.answer(validate, problemAnswer(400, 'login.expired-code'));
    await openCodeStep();
    await user.type(await codeField(), '123456');
    server.answer(send, mailAway);
    fakeTimers();
    await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
    await screen.findByText(sentence);
    server.answer(send, { body: { status: 200, challenge: 'c', expiresAt, method: 'code' } });
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(screen.queryByText('This code has expired')).toBeNull());
  });
});

test('[LOGIN-2, START-4] an invalid address is announced each time, and the browser itself sends the form nowhere', async () => {
  await openPortal({ path: '/login' });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email address' });
  expect(field.form?.getAttribute('method')).toBe('dialog');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(document.title).toBe('Sign in · Example Fiber');
  const region = document.getElementById('login-email-problem');
  expect([region?.getAttribute('aria-live'), region?.textContent]).toEqual(['assertive', '']);
  await user.keyboard('{Enter}');
  const first = screen.getByText('Sorry, we don’t recognize this email');
  expect(region?.textContent).toMatch(/Check the spelling.*Call us: \(555\) 010-0199\.$/);
  expect(document.title).toBe('Error: Sign in · Example Fiber');
  expect(field.getAttribute('aria-describedby')).toContain('login-email-problem');
  expect([field.getAttribute('aria-invalid'), field.autocomplete]).toEqual(['true', 'email']);
  // False: the page took it over.
  expect(fireEvent.submit(field.form as HTMLFormElement)).toBe(false);
  expect(screen.getByText('Sorry, we don’t recognize this email')).not.toBe(first);
});
