import { expect, test } from '@playwright/test';
import { signIn } from '../support/sign-in.ts';

test('[SIGNIN-6] the browser keeps its mark on http://localhost, hides it from scripts, and sends it only to sign-in calls', async ({
  page,
  context,
}) => {
  await signIn(page, 'ana.rivera@example.com');
  const mark = async () => (await context.cookies()).find(({ name }) => name === 'myaccount-browser');
  const first = await mark();
  expect(first).toMatchObject({
    path: '/myaccount/api/login',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
  });
  expect(await page.evaluate(() => document.cookie)).not.toContain('myaccount-browser');
  const requests: [string, boolean][] = [];
  page.on('request', async (request) => {
    const headers = await request.allHeaders();
    requests.push([new URL(request.url()).pathname, 'cookie' in headers]);
  });
  await page.evaluate(() => sessionStorage.clear());
  await signIn(page, 'ana.rivera@example.com');
  await expect.poll(() => requests.length).toBeGreaterThan(3);
  const isCall = ([path]: [string, boolean]) => path.startsWith('/myaccount/api/login/');
  expect(requests.filter(isCall).map(([, hasCookie]) => hasCookie)).toEqual([true, true]);
  expect(requests.filter((request) => !isCall(request)).some(([, hasCookie]) => hasCookie)).toBe(false);
  expect((await mark())?.value).not.toBe(first?.value);
});
