import { expect, test, vi } from 'vitest';
import { ana, sessionOf } from '../testing/customers.ts';

/** A page that was just opened in a tab that may hold something. */
async function openPage() {
  vi.resetModules();
  return import('./session.ts');
}

test('[LOGIN-6, LOGIN-7] is kept in session storage and found again after a reload, accents included', async () => {
  const before = await openPage();
  before.openSession(sessionOf(ana));
  expect(JSON.parse(sessionStorage.getItem('auth-token') ?? '')).toMatchObject({
    accessToken: 'token-of-login-ana',
    tokenType: 'Bearer',
    expiresIn: 3600,
  });
  const after = await openPage();
  expect(after.currentSession()?.accessToken).toBe('token-of-login-ana');
  expect(after.signedInUser()).toEqual(ana);
});

test('[LOGIN-7] past its expiry leads to sign-in, though calls may still try it', async () => {
  const anHourAgo = new Date(Date.now() - 3_600_001).toISOString();
  sessionStorage.setItem('auth-token', JSON.stringify(sessionOf(ana, { receivedAt: anHourAgo })));
  const page = await openPage();
  expect(page.currentSession()).toBeUndefined();
  expect(page.heldSession()?.accessToken).toBe('token-of-login-ana');
});

test('[LOGIN-7] does not end because the computer’s clock is set', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const page = await openPage();
  page.openSession(sessionOf(ana));
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  expect(page.currentSession()).toBeDefined();
  vi.setSystemTime(Date.now() - 48 * 3_600_000);
  expect(page.currentSession()).toBeDefined();
  vi.advanceTimersByTime(3_600_001);
  expect(page.currentSession()).toBeUndefined();
});

test.each(['', 'not JSON', '{}', '{"idToken":"a.b.c"}', 'null'])(
  '[LOGIN-7] that nobody can read counts as none: %j',
  async (stored) => {
    sessionStorage.setItem('auth-token', stored);
    const page = await openPage();
    expect(page.currentSession()).toBeUndefined();
  },
);

test.each(['', 'a.b.c', 'e30.e30.x', `x.${btoa('{"sub":"a"}')}.y`])(
  '[LOGIN-6] with an id_token that says nothing is refused: %j',
  async (idToken) => {
    const { openSession, UnreadableIdToken } = await openPage();
    expect(() => openSession(sessionOf(ana, { idToken }))).toThrow(UnreadableIdToken);
    expect(sessionStorage.getItem('auth-token')).toBeNull();
  },
);

test('[LOGIN-7] leaves drafts to the same person, and nothing to another', async () => {
  const page = await openPage();
  page.openSession(sessionOf(ana));
  sessionStorage.setItem('draft:payment', '{}');
  page.expireSession('token-of-login-ana');
  expect(sessionStorage.getItem('auth-token')).toBeNull();
  page.openSession(sessionOf(ana));
  expect(sessionStorage.getItem('draft:payment')).toBe('{}');
  page.openSession(sessionOf({ ...ana, sub: 'login-ben' }));
  expect(sessionStorage.getItem('draft:payment')).toBeNull();
});

test('[LOGIN-7] refused by the server leaves nothing but what was typed or chosen, in either storage', async () => {
  const page = await openPage();
  page.openSession(sessionOf(ana));
  localStorage.setItem('payment-details', '{}');
  const ofOthers = { language: 'es', 'sign-in-link': '{}' };
  for (const [key, value] of Object.entries(ofOthers)) localStorage.setItem(key, value);
  page.expireSession('token-of-login-ana');
  expect([{ ...sessionStorage }, { ...localStorage }]).toEqual([{}, ofOthers]);
  page.openSession(sessionOf(ana));
  const typed = { 'draft:pin': '{}', 'payment-intent:1': '{}', 'selected-account': '1001' };
  for (const [key, value] of Object.entries(typed)) sessionStorage.setItem(key, value);
  page.expireSession('token-of-login-ana');
  expect({ ...sessionStorage }).toEqual({ ...typed, 'auth-owner': ana.sub, 'auth-email': ana.email });
});

test('[LOGIN-7] the address of a session that ended is known at sign-in, after a reload with what was typed', async () => {
  const page = await openPage();
  expect(page.latestEmail()).toBe('');
  page.openSession(sessionOf(ana));
  expect(page.latestEmail()).toBe(ana.email);
  page.expireSession('token-of-login-ana');
  expect(page.latestEmail()).toBe(ana.email);
  expect((await openPage()).latestEmail()).toBe('');
  page.openSession(sessionOf(ana));
  sessionStorage.setItem('draft:contact:1', '{}');
  page.expireSession('token-of-login-ana');
  const later = await openPage();
  expect(later.latestEmail()).toBe(ana.email);
  later.openSession(sessionOf({ ...ana, sub: 'login-ben', email: 'ben@example.com' }));
  expect(later.latestEmail()).toBe('ben@example.com');
  later.closeSession();
  expect(later.latestEmail()).toBe('');
  expect((await openPage()).latestEmail()).toBe('');
});

test('[LOGIN-7] a stored session past its expiry names the address, too', async () => {
  const anHourAgo = new Date(Date.now() - 3_600_001).toISOString();
  sessionStorage.setItem('auth-token', JSON.stringify(sessionOf(ana, { receivedAt: anHourAgo })));
  const page = await openPage();
  expect([page.currentSession(), page.latestEmail()]).toEqual([undefined, ana.email]);
});

test('[LOGIN-7] ends once for a late refusal of an older token', async () => {
  const page = await openPage();
  const ended = vi.fn();
  page.onSessionEnded(ended);
  page.openSession(sessionOf(ana, { accessToken: 'newer' }));
  page.expireSession('older');
  expect(page.currentSession()).toBeDefined();
  page.expireSession('newer');
  page.expireSession('newer');
  expect(ended).toHaveBeenCalledTimes(1);
});

test('[LOGIN-7] signing out leaves nothing behind but the language', async () => {
  const page = await openPage();
  page.openSession(sessionOf(ana));
  sessionStorage.setItem('draft:payment', '{}');
  localStorage.setItem('payment-details', '{}');
  localStorage.setItem('language', 'es');
  page.closeSession();
  expect(sessionStorage.length).toBe(0);
  expect({ ...localStorage }).toEqual({ language: 'es' });
  expect(page.heldSession()).toBeUndefined();
});
