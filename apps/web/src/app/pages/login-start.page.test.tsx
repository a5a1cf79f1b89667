import { act, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { signedInAnswer } from '../../testing/customers.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { user } from '../../testing/user.ts';
import { LoginStart } from './LoginStart.tsx';

const server = startFakeServer();
const send = 'POST /login/otp/send';
const expiresAt = '2026-11-24T20:47:00Z';

beforeEach(() => {
  server.answer(send, { body: { status: 200, challenge: 'challenge-1', expiresAt, method: 'code' } });
  server.answer('POST /login/otp/validate', signedInAnswer());
});

async function signInFrom(path: string) {
  window.history.replaceState(null, '', path);
  const shown = Promise.withResolvers<ComponentType>();
  render(<LoginStart onPortal={shown.resolve} />);
  await user.type(await screen.findByRole('textbox', { name: 'Email address' }), 'ana@example.com{Enter}');
  const field = await screen.findByRole('textbox', { name: 'Code from the email' });
  const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return { field, portal: shown.promise, isWarned };
}

test.each([
  ['/myaccount/login?returnTo=%2Fbilling%3Fpage%3D2', '/myaccount/billing?page=2'],
  ['/myaccount/billing?page=2', '/myaccount/billing?page=2'],
  ['/myaccount/login?returnTo=//evil.example', '/myaccount/'],
  ['/myaccount/', '/myaccount/'],
])('[START-4, LOGIN-1] sign-in from %s opens the portal at %s', async (path, address) => {
  const { field, portal } = await signInFrom(path);
  await user.type(field, '123456');
  expect(typeof (await portal)).toBe('function');
  expect(window.location.pathname + window.location.search).toBe(address);
});

test('[START-4, LOGIN-5] the browser warns before it leaves while a code is pending, and not after', async () => {
  const { field, portal, isWarned } = await signInFrom('/myaccount/login');
  await waitFor(() => expect(isWarned()).toBe(true));
  await user.type(field, '123456');
  await portal;
  expect(isWarned()).toBe(false);
});

/** The page as the server sent it, with what a visitor did before the scripts arrived. */
async function openEarly(typed: string, { isSubmitted = false, pressed = '' } = {}) {
  const page = (
    <StrictMode>
      <LoginStart onPortal={() => undefined} />
    </StrictMode>
  );
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  const field = container.querySelector('input') as HTMLInputElement;
  field.value = typed;
  if (isSubmitted && field.form) field.form.dataset.submitted = '';
  container.querySelector<HTMLElement>(`button[lang="${pressed}"]`)?.setAttribute('data-pressed', '');
  const errors = vi.spyOn(console, 'error');
  const root = await act(async () => hydrateRoot(container, page));
  const close = () => {
    root.unmount();
    container.remove();
  };
  return { field, errors, close };
}

test('[START-4] what was typed before the scripts arrived stays, and nothing is sent', async () => {
  const { field, errors, close } = await openEarly('ana@example.co');
  expect(document.contains(field)).toBe(true);
  expect(field.value).toBe('ana@example.co');
  await user.type(field, 'm');
  expect(field.value).toBe('ana@example.com');
  expect(server.requestsOf(send)).toEqual([]);
  expect(errors).not.toHaveBeenCalled();
  act(close);
});

test('[START-4] an early Enter is sent once the scripts are here', async () => {
  const { close } = await openEarly('ana@example.com', { isSubmitted: true });
  await screen.findByRole('textbox', { name: 'Code from the email' });
  expect(server.requestsOf(send).map(({ body }) => body)).toEqual([{ email: 'ana@example.com' }]);
  await waitFor(() => expect(document.title).toContain('Enter your code'));
  act(close);
});

test('[START-4, SHELL-11] a language chosen early is spoken once the scripts are here, and what was typed stays', async () => {
  const { field, close } = await openEarly('ana@exam', { pressed: 'es' });
  await waitFor(() => expect(field.labels?.[0]?.textContent).toBe('Correo electrónico'));
  expect(field.value).toBe('ana@exam');
  expect(localStorage.getItem('language')).toBe('es');
  act(close);
});
