import { expect, type Request } from '@playwright/test';
import { test } from '../support/portal-test.ts';
import { signIn } from '../support/sign-in.ts';
import { identity } from '../support/widths.ts';

test.use({ isWarm: false });

test('[SIGNIN-6] the browser keeps its mark on http://localhost, hides it from scripts, and sends it only to sign-in calls', {
  tag: identity,
}, async ({ page, context }) => {
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
  const sent: Request[] = [];
  page.on('requestfinished', (request) => void sent.push(request));
  await page.evaluate(() => sessionStorage.clear());
  await signIn(page, 'ana.rivera@example.com');
  await expect.poll(() => sent.length).toBeGreaterThan(3);
  const requests = await Promise.all(
    [...sent].map(async (request): Promise<[string, boolean]> => {
      const headers = await request.allHeaders();
      return [new URL(request.url()).pathname, 'cookie' in headers];
    }),
  );
  const isCall = ([path]: [string, boolean]) => path.startsWith('/myaccount/api/login/');
  expect(requests.filter(isCall).map(([, hasCookie]) => hasCookie)).toEqual([true, true]);
  expect(requests.filter((request) => !isCall(request)).some(([, hasCookie]) => hasCookie)).toBe(false);
  expect((await mark())?.value).not.toBe(first?.value);
});
