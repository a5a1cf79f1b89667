import { expect, test } from 'vitest';
import { pathInside } from './inside-path.ts';

test.each([
  ['/payments', '/payments'],
  ['/myaccount/payments', '/payments'],
  ['/myaccount', '/'],
  ['/myaccount/', '/'],
  ['/billing/', '/billing/'],
  ['/payments?make-payment', '/payments?make-payment'],
  ['/billing?page=2#top', '/billing?page=2'],
  ['/billing/invoices/018f3c', '/billing/invoices/018f3c'],
  ['/billing/../payments', '/payments'],
])('[SHELL-9] opens a page inside the portal: %s', (text, page) => {
  expect(pathInside(text)).toBe(page);
});

test.each([
  ['nothing', [undefined, '', 'payments', ' /payments']],
  [
    'another host',
    ['https://evil.example/payments', 'https:/evil.example', '//evil.example', '///evil.example'],
  ],
  ['a host behind backslashes', ['/\\evil.example', '\\\\evil.example']],
  [
    'a host behind white space',
    ['/\t/evil.example', '/\n/evil.example', '/ /evil.example', '/%09/evil.example'],
  ],
  ['a host in percent signs', ['/%2f/evil.example', '/%2F%2Fevil.example', '/%5cevil.example']],
  ['a host encoded twice or beneath', ['/%252f%252fevil.example', '/..//evil.example', '/.%2e/payments']],
  ['control characters', ['/payments/%00', '/payments%0d%0aSet-Cookie:a=b']],
  ['a script', ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', '/javascript:alert(1)', 'data:text/html,x']],
  ['signing in', ['/login', '/login/link', '/login/link#token', '/myaccount/login']],
  ['a visit', ['/schedule/success', '/schedule/', '/schedule/token']],
  ['a link that stops something', ['/stop-charge/token', '/login/change/token']],
  [
    'no page',
    ['/nope', '/myaccountant', '/api/login/otp/logout', '/billing/invoices/', '/billing/invoices/1/2'],
  ],
  ['a user or too much', ['/@evil.example', '/payments@evil.example', `/payments?${'x'.repeat(600)}`]],
])('[SHELL-9] is ignored when it leads to %s', (_what, texts) => {
  for (const text of texts) expect([text, pathInside(text)]).toEqual([text, undefined]);
});
