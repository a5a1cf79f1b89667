import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { ana, answerAccounts, sessionOf, signedInAnswer } from '../../testing/customers.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { retype, user } from '../../testing/user.ts';

const server = startFakeServer(answerAccounts);
const send = 'POST /login/otp/send';
const validate = 'POST /login/otp/validate';

function mailed(challenge: string) {
  const expiresAt = new Date(Date.now() + 300_000).toISOString();
  return { body: { status: 200, challenge, expiresAt, method: 'code' } };
}

const tooMany = (what: string, retryAfter: string) => ({
  ...problemAnswer(429, `login.too-many-${what}`),
  headers: { 'retry-after': retryAfter },
});

beforeEach(() => {
  server.answer(send, inTurn(mailed('challenge-1'), mailed('challenge-2')));
  server.answer(validate, signedInAnswer());
});

const { email } = ana;
const sent = () => server.requestsOf(send).map(({ body }) => body);
const emailField = () => screen.findByRole('textbox', { name: /Email address/ });
const codeField = () => screen.findByRole('textbox', { name: 'Code from the email' });

async function requestCode(email = 'ana@example.com') {
  await user.type(await emailField(), email);
  await user.click(screen.getByRole('button', { name: 'Send code' }));
}

async function openCodeStep() {
  const portal = await openPortal({ path: '/login' });
  await requestCode();
  return portal;
}

const isDisabled = (name: string) => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;

/** Whole codes are checked by themselves. */
async function enterCode(code: string) {
  await user.click(await codeField());
  await user.paste(code);
}

describe('the email step', () => {
  test('[LOGIN-1, LOGIN-2] welcomes, shows two steps, and links terms and privacy', async () => {
    await openPortal({ path: '/login' });
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Example Fiber' });
    const steps = screen.getByRole('list', { name: 'Steps to sign in' });
    expect(steps.textContent).toBe('1Email2Code');
    expect(screen.getByText('Email').closest('li')?.getAttribute('aria-current')).toBe('step');
    expect(screen.getByRole('link', { name: 'terms of service' }).getAttribute('href')).toContain('/terms');
    expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toContain('/privacy');
  });

  test.each([
    ['{Enter}', 0],
    ['ana{Enter}', 0],
    ['ana@nowhere{Enter}', 0],
    ['ana@ example.com{Enter}', 0],
    ['unknown@example.com{Enter}', 1],
  ])('[LOGIN-2] refuses what is no address, or unknown: %s, sent %d times', async (typed, requests) => {
    const errors = [{ field: 'email', code: 'unknown' }];
    server.answer(send, problemAnswer(400, 'login.unknown-email', { errors }));
    await openPortal({ path: '/login' });
    await user.type(await emailField(), typed);
    await screen.findByText('Sorry, we don’t recognize this email');
    const field = await emailField();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(server.requestsOf(send)).toHaveLength(requests);
  });

  test('[LOGIN-2, CONTACT-1] what nobody sees in a pasted address is dropped', async () => {
    await openPortal({ path: '/login' });
    await user.click(await emailField());
    await user.paste('\u202a\u200bana\u00ad@exa\u2060mple.com\u202c\ufeff');
    await user.keyboard('{Enter}');
    await codeField();
    expect(sent()).toEqual([{ email: 'ana@example.com' }]);
    screen.getByText(/ana@example\.com/);
  });

  test.each(['ana@müller.example', 'ana@例え。テスト', "o'neil+x@example.com", 'pat..x@example.com'])(
    '[LOGIN-2] %s is sent as it is',
    async (typed) => {
      await openPortal({ path: '/login' });
      await user.type(await emailField(), `${typed}{Enter}`);
      await codeField();
      expect(sent()).toEqual([{ email: typed }]);
    },
  );

  test('[LOGIN-9] counts down until the next code after too many, for this address only', async () => {
    server.answer(send, tooMany('codes', '540'));
    await openCodeStep();
    const problem = await screen.findByRole('alert');
    expect(problem.textContent).toBe('You asked for too many codes.');
    expect(screen.getByRole('timer').textContent).toMatch(/^0[89]:\d\d$/);
    screen.getByText('You can try again in 9 minutes.');
    expect(isDisabled('Send code')).toBe(true);
    await user.keyboard('{Enter}');
    expect(server.requestsOf(send).length).toBe(1);
    await user.type(await emailField(), '.org');
    expect(screen.queryByRole('timer')).toBeNull();
    expect(isDisabled('Send code')).toBe(false);
  });

  test('[LOGIN-2] stays calm while mail does not work, and gives a number to read out', async () => {
    const respond = server.hold(send);
    await openCodeStep();
    expect(isDisabled('Send code')).toBe(true);
    respond(problemAnswer(503, 'server.unavailable'));
    await screen.findByText('This does not work right now. Please try again in a few minutes.');
    screen.getByText('test-cor');
  });
});

describe('the code step', () => {
  test.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['Your code: 123-456.', '123456'],
    ['12345678', '123456'],
    ['１２３４５６', '123456'],
    ['abc', ''],
  ])('[LOGIN-3] pasting %j fills the boxes with %j', async (pasted, digits) => {
    server.answer(validate, () => new Promise(() => undefined));
    await openCodeStep();
    await user.click(await codeField());
    await user.paste(pasted);
    const field = (await codeField()) as HTMLInputElement;
    expect(field.value).toBe(digits);
    expect([field.readOnly, isDisabled('Sign in')]).toEqual(digits ? [true, true] : [false, false]);
  });

  test('[LOGIN-4] lets the server count a code that is too short', async () => {
    const errors = [{ field: 'otp', code: 'invalid' }];
    server.answer(validate, problemAnswer(400, 'request.invalid', { errors }));
    await openCodeStep();
    await enterCode('123');
    expect(server.requestsOf(validate)).toEqual([]);
    await user.keyboard('{Enter}');
    await screen.findByText('Invalid code. Please try again.');
    const body = { email: 'ana@example.com', otp: '123', challenge: 'challenge-1' };
    expect(server.requestsOf(validate)[0]?.body).toEqual(body);
  });

  test('[LOGIN-4, SIGNIN-1] says that a code has expired, and offers a new one at once', async () => {
    server.answer(validate, inTurn(problemAnswer(400, 'login.expired-code'), { isLost: true }));
    await openCodeStep();
    await enterCode('123456');
    await screen.findByText('This code has expired');
    expect(((await codeField()) as HTMLInputElement).value).toBe('');
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    await waitFor(() => expect(server.requestsOf(send).length).toBe(2));
    expect(sent()).toEqual([{ email }, { email, challenge: 'challenge-1' }]);
    await waitFor(() => expect(screen.queryByText(/This code has expired/)).toBeNull());
    expect(screen.getByRole('timer').textContent).toMatch(/^0[45]:\d\d$/);
    await enterCode('654321');
    await waitFor(() => expect(server.requestsOf(validate).length).toBe(2));
    expect(server.requestsOf(validate)[1]?.body).toMatchObject({ otp: '654321', challenge: 'challenge-2' });
  });

  test('[LOGIN-9, SIGNIN-9] keeps the typed code while the next try has to wait, and sends it then', async () => {
    server.answer(validate, tooMany('tries', '540'));
    await openCodeStep();
    await enterCode('123456');
    const text = await screen.findByText('There were too many tries.');
    expect(text.getAttribute('role')).toBe('alert');
    screen.getByText('You can try again in 9 minutes.');
    const field = (await codeField()) as HTMLInputElement;
    expect(field.value).toBe('123456');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute('aria-invalid')).toBeNull();
    expect(isDisabled('Sign in')).toBe(true);
    await user.type(field, '{Backspace}7{Enter}');
    screen.getByText('There were too many tries.');
    expect(server.requestsOf(validate).length).toBe(1);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 541_000);
    expect((await screen.findAllByText('You can try again now.')).length).toBe(2);
    await waitFor(() => expect(isDisabled('Sign in')).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(server.requestsOf(validate).length).toBe(2));
    expect(server.requestsOf(validate)[1]?.body).toMatchObject({ otp: '123457' });
  });

  test('[SIGNIN-1] another address starts a new sign-in, the same address goes on', async () => {
    await openPortal({ path: '/login' });
    const sendAgain = async (typed: string) => {
      await user.click(await screen.findByRole('button', { name: 'Use another email' }));
      const field = (await emailField()) as HTMLInputElement;
      expect(field.value.trim()).toBe('ana@example.com');
      await user.clear(field);
      await requestCode(typed);
      await codeField();
    };
    await requestCode();
    await codeField();
    await sendAgain('\u00a0ana@example.com');
    await sendAgain('ben@example.com');
    expect(sent()).toEqual([{ email }, { email, challenge: 'challenge-1' }, { email: 'ben@example.com' }]);
    expect(localStorage.length).toBe(0);
  });

  test('[LOGIN-5] asks before leaving: inside the app by a dialog, elsewhere by the browser', async () => {
    const { router } = await openCodeStep();
    await codeField();
    // What the step does once it is drawn, such as guarding it, is done by then.
    await act(async () => undefined);
    act(() => void router.navigate({ to: '/nowhere' as '/' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without signing in?' });
    expect(dialog.textContent).toContain('Navigating away invalidates the previous code.');
    await user.click(screen.getByRole('button', { name: 'Stay here' }));
    const field = await codeField();
    await waitFor(() => expect(document.activeElement).toBe(field));
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });

  test('[LOGIN-1, LOGIN-3, LOGIN-7] the last digit signs in by itself, once, and opens the requested page', async () => {
    const { router } = await openPortal({ path: '/billing?page=2' });
    await requestCode();
    expect(router.state.location.pathname).toBe('/login');
    await user.type(await codeField(), '12345');
    expect(server.requestsOf(validate)).toEqual([]);
    await user.keyboard('6');
    await waitFor(() => expect(router.state.location.href).toBe('/billing?page=2'));
    expect(server.requestsOf(validate).map(({ body }) => body)).toMatchObject([{ otp: '123456' }]);
    expect(JSON.parse(sessionStorage.getItem('auth-token') ?? '')).toMatchObject({ accessToken: 'fresh' });
    await screen.findByRole('heading', { level: 1, name: 'Billing' });
  });

  test('[LOGIN-6] shows an error page where nobody can tell who signed in', async () => {
    server.answer(validate, signedInAnswer('a.b.c'));
    await openCodeStep();
    await enterCode('123456');
    await screen.findByRole('heading', { level: 1, name: 'We could not sign you in' });
    screen.getByText(
      (_text, element) => element?.tagName === 'P' && /call us: .*0199\.$/.test(element.textContent),
    );
    expect(sessionStorage.getItem('auth-token')).toBeNull();
  });
});

describe('where signing in leads', () => {
  test('[LOGIN-7] a session that ends asks for no address again, and leads back with what was typed', async () => {
    const ended = problemAnswer(401, 'request.unauthorized');
    const { router } = await openPortal({ path: '/profile', session: sessionOf(ana) });
    await user.click(await screen.findByRole('button', { name: 'Edit contact information' }));
    await retype(screen.getByLabelText('Phone number'), '5550100188');
    server.answer('POST /customer/account/info', ended);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    const field = await emailField();
    expect((field as HTMLInputElement).value).toBe(ana.email);
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(sent()).toEqual([{ email: ana.email }]);
    await enterCode('123456');
    await screen.findByRole('button', { name: 'Update' });
    expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('5550100188');
  });

  test('[LOGIN-1] never out of the portal', async () => {
    const { router } = await openPortal({ path: '/login?returnTo=//evil.example' });
    await requestCode();
    await enterCode('123456');
    await waitFor(() => expect(router.state.location.href).toBe('/'));
  });

  test.each([
    ['/login', '/'],
    ['/login?returnTo=/gift-card', '/gift-card'],
    ['/login/link#the-token', '/'],
  ])('[LOGIN-1] who is signed in does not sign in again at %s: it leads to %s', async (path, page) => {
    const { router } = await openPortal({ path, session: sessionOf(ana) });
    await waitFor(() => expect(router.state.location.href).toBe(page));
  });

  test('[LOGIN-7] at sign-in, nothing stays of what was loaded before', async () => {
    const { router } = await openPortal({ path: '/schedule/success' });
    queryClient.setQueryData(['loaded'], true);
    await act(() => router.navigate({ to: '/login' }));
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });
});
