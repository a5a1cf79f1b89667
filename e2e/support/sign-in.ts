import type { Language } from '@myaccount/contract/languages';
import type { LoginMethod } from '@myaccount/contract/login';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { awaitCode, readInbox } from './sandbox.ts';
import { keepSession, sessionOf } from './sessions.ts';
import { textIn } from './texts.ts';

/** Opens `path`, which redirects to the sign-in page, and enters email and code, which is checked by itself. */
export async function signIn(
  page: Page,
  email: string,
  path = './',
  language: Language = 'en',
): Promise<void> {
  const text = (key: string) => textIn(language, `login.${key}`);
  const alreadyThere = (await readInbox(email)).length;
  await page.goto(path);
  await page.getByLabel(text('email')).fill(email);
  await page.getByRole('button', { name: text('sendCode') }).click();
  await page.getByLabel(text('code')).fill(await awaitCode(email, alreadyThere));
  await expect(page.getByLabel(text('code'))).toBeHidden();
}

/** Opens `path` with the session that the run has of a persona, for tests that are not about signing in. A reload keeps it. */
export async function openSignedIn(page: Page, email: string, path = './'): Promise<void> {
  await keepSession(page, await sessionOf(email));
  await page.goto(path);
}

interface RequestedCode {
  readonly challenge: string;
  readonly method: LoginMethod;
  readonly expiresAt: string;
}

/** Requests a code like somebody who knows only the address. */
export async function requestCode(request: APIRequestContext, email: string): Promise<RequestedCode> {
  const response = await request.post('/myaccount/api/login/otp/send', { data: { email } });
  return (await response.json()) as RequestedCode;
}
