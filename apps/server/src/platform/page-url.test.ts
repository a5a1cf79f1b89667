import { expect, test } from 'vitest';
import { pageUrl } from './page-url.ts';

test.each([
  ['/payments', 'https://portal.example/myaccount/payments?account=a-1'],
  ['/payments?make-payment', 'https://portal.example/myaccount/payments?make-payment&account=a-1'],
])('[SHELL-15] a link to %s names the account beside what it has', (path, url) => {
  expect(pageUrl({ publicUrl: 'https://portal.example' }, path, 'a-1')).toBe(url);
});
