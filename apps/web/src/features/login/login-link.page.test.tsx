import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answerAccounts, signedInAnswer } from '../../testing/customers.ts';
import { type Answer, inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { user } from '../../testing/user.ts';

const server = startFakeServer(answerAccounts);
const send = 'POST /login/otp/send';
const validate = 'POST /login/link/validate';
const storageKey = 'sign-in-link';
const minuteMs = 60_000;
const dayMs = 86_400_000;

function mailedLink(challenge: string, expiresInMs = 10 * minuteMs): Answer {
  const expiresAt = new Date(Date.now() + expiresInMs).toISOString();
  return { body: { status: 200, challenge, expiresAt, method: 'link' } };
}

/** What the tab that requested a link left for the tab that opens it. */
function requested(link: { returnTo?: string; expiredMsAgo?: number } = {}) {
  const { returnTo, expiredMsAgo = -10 * minuteMs } = link;
  const expiresAt = new Date(Date.now() - expiredMsAgo).toISOString();
  return { [storageKey]: JSON.stringify({ challenge: 'challenge-1', expiresAt, returnTo }) };
}

beforeEach(() => {
  server.answer(send, inTurn(mailedLink('challenge-1'), mailedLink('challenge-2')));
  server.answer(validate, signedInAnswer());
});

const button = (name: string) => screen.findByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function requestLink(path = '/login') {
  const portal = await openPortal({ path });
  await user.type(await screen.findByRole('textbox', { name: /Email address/ }), 'ana@example.com');
  await user.click(await button('Send code'));
  await screen.findByText('Open the link in your email');
  return portal;
}

describe('where the mail contains a link', () => {
  test('[SIGNIN-3] the step says so instead of asking for a code, takes the focus, and keeps what the link needs', async () => {
    await requestLink('/billing?page=2');
    const notice = screen.getByText('Open the link in your email').closest('[tabindex]');
    await waitFor(() => expect(document.activeElement).toBe(notice));
    expect(notice?.textContent).toMatch(/We sent a sign-in link to ana@example.com\./);
    expect(notice?.textContent).toMatch(
      /Open the newest link in this browser by \d+:\d\d.[AP]M E[SD]T\. It works once/,
    );
    expect(notice?.textContent).toContain(
      'a link instead of a code because there were unusually many failed',
    );
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('list', { name: 'Steps to sign in' }).textContent).toBe('Done: Email2Link');
    expect(screen.getByText('Link').closest('li')?.getAttribute('aria-current')).toBe('step');
    expect(screen.getByRole('timer').textContent).toMatch(/^0[45]:\d\d$/);
    // For the tab that opens the link: the challenge, its end, and the way back, and no more.
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    expect(Object.keys(kept).sort()).toEqual(['challenge', 'expiresAt', 'returnTo']);
    expect(kept).toMatchObject({ challenge: 'challenge-1', returnTo: '/billing?page=2' });
    expect(localStorage.length).toBe(1);
  });

  test('[SIGNIN-3] leaving needs no warning: the link still works; and leads back for another address', async () => {
    await requestLink();
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
    await user.click(await button('Use another email'));
    const field = (await screen.findByRole('textbox', { name: /Email address/ })) as HTMLInputElement;
    expect(field.value).toBe('ana@example.com');
  });

  test('[SIGNIN-3] says that another tab signed in, and only then', async () => {
    await requestLink();
    // What the step does once it is drawn, such as listening, is done by then.
    await act(async () => undefined);
    const hear = (init: StorageEventInit) =>
      act(() => window.dispatchEvent(new StorageEvent('storage', init)));
    hear({ key: 'language', newValue: null });
    hear({ key: storageKey, newValue: '{}' });
    expect(screen.queryByText('You signed in with the link')).toBeNull();
    hear({ key: storageKey, newValue: null });
    await screen.findByText('You signed in with the link');
    screen.getByText('Your account is open in another tab. You can close this one.');
  });
});

describe('opening the link', () => {
  const path = '/login/link#the-token';

  test.each([
    ['and opens the requested page', { returnTo: '/billing?page=2' }, '/billing?page=2'],
    ['never out of the portal', { returnTo: '//evil.example' }, '/'],
    ['though the clock runs ahead: the server decides', { expiredMsAgo: dayMs / 2 }, '/'],
  ])('[SIGNIN-3, LOGIN-1] signs in once, %s', async (_how, link, href) => {
    const { router } = await openPortal({ path, localStorage: requested(link) });
    await waitFor(() => expect(router.state.location.href).toBe(href));
    expect(server.requestsOf(validate).map(({ body }) => body)).toEqual([
      { token: 'the-token', challenge: 'challenge-1' },
    ]);
    expect(JSON.parse(sessionStorage.getItem('auth-token') ?? '')).toMatchObject({ accessToken: 'fresh' });
    expect(localStorage.getItem(storageKey)).toBeNull();
  });

  test('[SIGNIN-3] removes the token from the address before the answer comes', async () => {
    const respond = server.hold(validate);
    const entries = window.history.length;
    const { router } = await openPortal({ path, localStorage: requested() });
    await heading('Signing you in');
    await waitFor(() => expect(window.location.hash).toBe(''));
    expect(window.history.length).toBe(entries);
    expect(window.location.pathname).toBe('/login/link');
    respond(signedInAnswer());
    await waitFor(() => expect(router.state.location.href).toBe('/'));
    expect(server.requestsOf(validate).length).toBe(1);
    expect(JSON.stringify(server.seen.filter(({ call }) => call !== validate))).not.toContain('the-token');
  });

  test('[SIGNIN-3] tells the tab that waits for the link before it opens the session', async () => {
    const removed: (string | null)[] = [];
    const { removeItem } = Storage.prototype;
    Storage.prototype.removeItem = function remove(this: Storage, key: string) {
      removed.push(sessionStorage.getItem('auth-token') ?? key);
      removeItem.call(this, key);
    };
    const { router } = await openPortal({ path, localStorage: requested() });
    await waitFor(() => expect(router.state.location.href).toBe('/'));
    Storage.prototype.removeItem = removeItem;
    expect(removed).toContain(storageKey);
  });

  test.each([
    ['this browser requested none', {}],
    ['what is kept is not ours', { [storageKey]: 'x' }],
    ['what is kept is days old', requested({ expiredMsAgo: dayMs + minuteMs })],
  ])('[SIGNIN-3] says to open it in the browser that requested it, where %s', async (_, localStorage) => {
    const { router } = await openPortal({ path, localStorage });
    const title = await heading('Open this link in the browser where you asked for it');
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(document.title).toContain('Open this link in the browser where you asked for it');
    expect(server.requestsOf(validate)).toEqual([]);
    expect(window.localStorage.getItem(storageKey)).toBeNull();
    await user.click(await button('Send a new sign-in email'));
    await waitFor(() => expect(router.state.location.href).toBe('/login'));
  });

  test('[SIGNIN-3] says that an expired, used, or older link does not work, and keeps the challenge for the newest', async () => {
    server.answer(validate, problemAnswer(400, 'login.invalid-link'));
    const { router } = await openPortal({ path, localStorage: requested({ returnTo: '/payments' }) });
    const title = await heading('This link does not work');
    await waitFor(() => expect(document.activeElement).toBe(title));
    screen.getByText(/only the newest link works/);
    expect(window.localStorage.getItem(storageKey)).not.toBeNull();
    await user.click(await button('Send a new sign-in email'));
    await waitFor(() => expect(router.state.location.href).toBe('/login?returnTo=%2Fpayments'));
  });

  test('[SIGNIN-3] an address without a token is no link; one that is pasted into the same tab then is', async () => {
    const { router } = await openPortal({ path: '/login/link', localStorage: requested() });
    await heading('This link does not work');
    expect(server.requestsOf(validate)).toEqual([]);
    act(() => void router.navigate({ href: '/login/link#the-newer-token' }));
    await waitFor(() => expect(router.state.location.href).toBe('/'));
    expect(server.requestsOf(validate)).toMatchObject([{ body: { token: 'the-newer-token' } }]);
  });

  test('[SIGNIN-3] tries the same link again when no answer came, and waits after too many tries', async () => {
    const tooMany = { ...problemAnswer(429, 'login.too-many-tries'), headers: { 'retry-after': '540' } };
    server.answer(validate, inTurn({ isLost: true }, tooMany, signedInAnswer()));
    const { router } = await openPortal({ path, localStorage: requested() });
    await heading('We could not sign you in');
    screen.getByText('We could not connect. Check your internet connection and try again.');
    await user.click(await button('Try Again'));
    await screen.findByText('There were too many tries.');
    expect(((await button('Try Again')) as HTMLButtonElement).disabled).toBe(true);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 541_000);
    await screen.findAllByText('You can try again now.');
    clock.mockRestore();
    await user.click(await button('Try Again'));
    await waitFor(() => expect(router.state.location.href).toBe('/'));
    const tokens = server.requestsOf(validate).map(({ body }) => (body as { token: string }).token);
    expect(tokens).toEqual(['the-token', 'the-token', 'the-token']);
  });

  test('[LOGIN-6] shows an error page where nobody can tell who signed in, and leads back to sign-in', async () => {
    server.answer(validate, signedInAnswer('a.b.c'));
    const { router } = await openPortal({ path, localStorage: requested() });
    await heading('We could not sign you in');
    expect(sessionStorage.getItem('auth-token')).toBeNull();
    await user.click(await button('Try Again'));
    await waitFor(() => expect(router.state.location.href).toBe('/login'));
  });
});
