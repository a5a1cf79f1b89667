import { describe, expect, test } from 'vitest';
import { pathInside } from './inside-path.ts';

describe('a link from outside', () => {
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
    undefined,
    '',
    'payments',
    'https://evil.example/payments',
    'https:/evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/ /evil.example',
    ' /payments',
    '/%2f/evil.example',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/%252f%252fevil.example',
    '/..//evil.example',
    '/.%2e/payments',
    '/payments/%00',
    '/payments%0d%0aSet-Cookie:a=b',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '/javascript:alert(1)',
    'data:text/html,x',
    '/nope',
    '/login',
    '/login/link',
    '/login/link#token',
    '/myaccount/login',
    '/schedule/success',
    '/schedule/',
    '/schedule/token',
    '/myaccountant',
    '/api/login/otp/logout',
    '/billing/invoices/',
    '/billing/invoices/1/2',
    '/@evil.example',
    '/payments@evil.example',
    `/payments?${'x'.repeat(600)}`,
  ])('[SHELL-9] is ignored when it leads anywhere else: %j', (text) => {
    expect(pathInside(text)).toBeUndefined();
  });
});
