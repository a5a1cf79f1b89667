import type { Language } from '@myaccount/contract/languages';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { awaitCode, readInbox } from './sandbox.ts';
import { textIn } from './texts.ts';

/** Opens `path`, which redirects to the sign-in page, and enters e-mail and code. */
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
  await page.getByRole('button', { name: text('login'), exact: true }).click();
  await expect(page.getByLabel(text('code'))).toBeHidden();
}

/** Requests codes like somebody else who knows only the address. Returns their challenges. */
export async function requestCodes(
  request: APIRequestContext,
  email: string,
  count: number,
): Promise<string[]> {
  const challenges: string[] = [];
  for (let sent = 0; sent < count; sent++) {
    const response = await request.post('/myaccount/api/login/otp/send', { data: { email } });
    const { challenge } = (await response.json()) as { challenge: string };
    challenges.push(challenge);
  }
  return challenges;
}
