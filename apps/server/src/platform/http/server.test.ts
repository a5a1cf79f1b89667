import { describe, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { securityHeaders } from './security-headers.ts';

const portal = forFile(() => startTestPortal());

const live = (headers: Record<string, string> = {}) =>
  portal.inject({ url: '/myaccount/health/live', headers });

describe('correlation ids', () => {
  test('[API-25] returns a well-formed id', async () => {
    const response = await live({ 'x-correlation-id': 'abc-DEF-12345' });
    expect(response.headers['x-correlation-id']).toBe('abc-DEF-12345');
  });

  test.each(['short', 'x'.repeat(65), 'with space 123', 'quote"quote12', '<script>alert', 'ümläut-12345'])(
    '[API-25] “%s” is replaced by one of ours',
    async (sent) => {
      const answered = (await live({ 'x-correlation-id': sent })).headers['x-correlation-id'];
      expect(answered).not.toBe(sent);
      expect(answered).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('response headers', () => {
  test.each(['/myaccount/health/live', '/nowhere', '/myaccount/api/docs/static/index.html'])(
    '[API-25] %s cannot be framed, sniffed or scripted from elsewhere',
    async (url) => {
      const { headers } = await portal.inject({ url });
      expect(String(headers['content-security-policy']).split(';')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        'frame-src http://127.0.0.1:9',
        "form-action 'self' http://127.0.0.1:9",
      ]);
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'origin-agent-cluster': '?1',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-content-type-options': 'nosniff',
        'x-dns-prefetch-control': 'off',
        'x-frame-options': 'DENY',
        'x-permitted-cross-domain-policies': 'none',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  const spelledOtherwise = '/myaccount/%61pi/customer/info';
  test.each([
    '/myaccount/api/customer/info',
    spelledOtherwise,
    '/myaccount/api/nowhere',
    '/myaccount/api/openapi.json',
  ])('[API-25] %s is data alone: nothing of it runs, loads, is framed, sniffed or kept', async (url) => {
    const { headers } = await portal.inject({ url });
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none';form-action 'none';frame-ancestors 'none';base-uri 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test("[API-25] keeps the API's documentation page out of caches too", async () => {
    const { headers } = await portal.inject({ url: '/myaccount/api/docs/' });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('[API-25] over https, pages and API send HSTS', () => {
    for (const headers of Object.values(securityHeaders('https://my.example', { framed: [], posted: [] }))) {
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
  });

  test('[METHODS-2] pages may show the frames of the configured services and no others; the API none', () => {
    const [one, other] = ['https://frame.example', 'https://form.example'];
    const { page, api } = securityHeaders('https://my.example', { framed: [one, other], posted: [one] });
    const rules = page['content-security-policy']?.split(';');
    expect(rules).toEqual(expect.arrayContaining([`frame-src ${one} ${other}`, `form-action 'self' ${one}`]));
    expect(rules).toEqual(expect.arrayContaining(["script-src 'self'", "default-src 'none'"]));
    expect(api['content-security-policy']).not.toContain('example');
  });

  test('ignores forwarded host and method override headers', async () => {
    const response = await portal.inject({
      url: '/',
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-original-url': '/myaccount/api/docs',
        'x-http-method-override': 'POST',
      },
    });
    expect(response.body + JSON.stringify(response.headers)).not.toContain('evil.example');
  });
});
