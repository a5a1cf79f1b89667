import { afterEach, describe, expect, it } from 'vitest';
import {
  actionOf,
  portalOrigin,
  postFrame,
  rightFields,
  showFrame,
  signedInputs,
  typedCard,
  typeInto,
} from '../testing/hosted-calls.ts';
import { sandboxForFile } from '../testing/test-sandbox.ts';

const minuteMs = 60_000;

const sandbox = sandboxForFile();
afterEach(() => sandbox.call('POST', '/control/reset'));

const inputs = (fields: Record<string, string> = {}, key?: string) =>
  signedInputs({ ...rightFields(sandbox), ...fields }, key);

describe('showing the card frame', () => {
  it('shows the fields that were signed for, to the page that signed them only', async () => {
    const fields = {
      'include-cardholdername': 'yes',
      'css-url': `${portalOrigin}/f.css`,
    };
    const response = await fetch(`${sandbox.framesUrl}/PaymentFrame`, {
      method: 'POST',
      headers: { origin: portalOrigin },
      body: new URLSearchParams(inputs(fields)),
    });
    const page = await response.text();
    for (const name of ['account', 'expdate', 'cv', 'cardholdername']) expect(page).toContain(`id="${name}"`);
    expect(page).toContain(`href="${portalOrigin}/f.css"`);
    expect(page).toContain(`data-parent="${portalOrigin}"`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`frame-ancestors ${portalOrigin}`);
    expect(policy).toContain(`style-src 'self' ${portalOrigin};`);
    expect(policy).toContain("script-src 'self'; connect-src 'self'");
  });

  it('accepts a signature in upper case, and the page that only a referrer names', async () => {
    const upper = inputs();
    upper['hmac-hmacsha256'] = upper['hmac-hmacsha256']?.toUpperCase() ?? '';
    expect((await postFrame(sandbox, upper)).status).toBe(200);
    expect((await postFrame(sandbox, inputs(), { referer: `${portalOrigin}/myaccount/` })).status).toBe(200);
  });

  it('leaves out the button and what the browser has stored when asked to', async () => {
    const plain = (await postFrame(sandbox, inputs())).body;
    expect(plain).toContain('id="payment-submit-button"');
    expect(plain).toContain('autocomplete="cc-number"');
    expect(plain).toContain('data-reload-after="900000"');
    const off = { 'include-submit-button': 'no', autocomplete: 'no' };
    const { body } = await postFrame(sandbox, inputs(off));
    expect(body).not.toContain('id="payment-submit-button"');
    expect(body).not.toContain('autocomplete="cc-number"');
  });

  it.each([
    ['es', { 'accept-language': 'en-US' }, 'lang="es"', 'Número de tarjeta'],
    ['', { 'accept-language': 'es-MX,en;q=0.5' }, 'lang="es"', 'Número de tarjeta'],
    ['', { 'accept-language': 'de,es;q=0.5' }, 'lang="en"', 'Card number'],
  ])('speaks the language of the page (%j) or of the browser (%j)', async (lang, headers, html, label) => {
    const request = { ...inputs(), ...(lang ? { lang } : {}) };
    const { body } = await postFrame(sandbox, request, { origin: portalOrigin, ...headers });
    expect(body).toContain(html);
    expect(body).toContain(label);
  });
});

describe('refusing to show the card frame', () => {
  const without = (name: string) => {
    const { [name]: _removed, ...rest } = inputs();
    return rest;
  };
  const secondsAgo = (seconds: number) => String(Math.floor(sandbox.clock.now().getTime() / 1000) - seconds);
  it.each([
    ['no signature', () => without('hmac-hmacsha256'), 'field-missing'],
    ['no timestamp', () => inputs({ timestamp: '' }), 'field-missing'],
    ['no sequence', () => inputs({ sequence: '' }), 'field-missing'],
    ['no key', () => inputs({ auth_apikey_id: '' }), 'field-missing'],
    ['another key', () => inputs({ auth_apikey_id: 'other' }), 'key-unknown'],
    ['a signature with another secret', () => inputs({}, 'guessed'), 'signature-wrong'],
    ['a field added after signing', () => ({ ...inputs(), 'hmac-auto-reload': 'yes' }), 'signature-wrong'],
    ['a field changed after signing', () => ({ ...inputs(), 'hmac-sequence': 'x' }), 'signature-wrong'],
    ['a field that is not known', () => ({ ...inputs(), 'hmac-include-pin': 'yes' }), 'field-unknown'],
    ['neither yes nor no', () => inputs({ 'include-ach': 'true' }), 'field-invalid'],
    ['an unknown format', () => inputs({ 'expdate-format': 'words' }), 'field-invalid'],
    ['a field that is not shown', () => inputs({ 'include-zip': 'yes' }), 'field-invalid'],
    ['another domain', () => inputs({ domain: 'http://localhost:3001' }), 'domain-mismatch'],
    ['a domain that is none', () => inputs({ domain: 'localhost:3000' }), 'domain-mismatch'],
    ['a timestamp of 15 minutes ago', () => inputs({ timestamp: secondsAgo(901) }), 'timestamp-old'],
    ['a timestamp in 15 minutes', () => inputs({ timestamp: secondsAgo(-901) }), 'timestamp-old'],
    [
      'a foreign style sheet',
      () => inputs({ 'css-url': 'http://evil.example/f.css' }),
      'style-sheet-elsewhere',
    ],
    ['a style sheet that is a script', () => inputs({ 'css-url': 'javascript:0' }), 'style-sheet-elsewhere'],
  ])('refuses %s', async (_what, request, reason) => {
    const { status, body } = await postFrame(sandbox, request());
    expect(status).toBe(403);
    expect(body).toContain(`<code>${reason}</code>`);
    expect(body).not.toContain('<form');
  });

  it('accepts a timestamp up to 15 minutes off', async () => {
    for (const seconds of [899, -899]) {
      expect((await postFrame(sandbox, inputs({ timestamp: secondsAgo(seconds) }))).status).toBe(200);
    }
  });

  it.each([
    ['another page', { origin: 'http://evil.example' }],
    ['a page that hides its origin', { origin: 'null', referer: `${portalOrigin}/` }],
    ['nobody', {}],
  ])('refuses what %s sent', async (_who, headers) => {
    const { status, body } = await postFrame(sandbox, inputs(), headers as Record<string, string>);
    expect(status).toBe(403);
    expect(body).toContain('domain-mismatch');
  });
});

describe('typing into the card frame', () => {
  it('names the fields that are wrong, in the language of the form', async () => {
    const { body } = await postFrame(sandbox, { ...inputs({ 'include-cardholdername': 'yes' }), lang: 'es' });
    const typed = { ...typedCard, account: '4242424242424241', cardholdername: '' };
    expect((await typeInto(sandbox, actionOf(body), typed)).body).toEqual({
      problems: [
        { field: 'account', reason: 'invalid', text: 'Revise el número de tarjeta.' },
        { field: 'cardholdername', reason: 'missing', text: 'Escriba el nombre.' },
      ],
    });
  });

  it('refuses a test card, and accepts another card in the same form', async () => {
    const action = await showFrame(sandbox);
    const refused = await typeInto(sandbox, action, { ...typedCard, account: '4000000000000002' });
    expect(refused.body).toMatchObject({ code: 'DENY', verbiage: expect.stringContaining('declined') });
    expect(refused.body).not.toHaveProperty('ticket');
    expect((await typeInto(sandbox, action, typedCard)).body.code).toBe('AUTH');
  });

  it('fails for a test card, and takes longer for another', async () => {
    const action = await showFrame(sandbox);
    expect((await typeInto(sandbox, action, { ...typedCard, account: '4000000000000119' })).status).toBe(500);
    const start = performance.now();
    await typeInto(sandbox, action, { ...typedCard, account: '4000000000003220' });
    expect(performance.now() - start).toBeGreaterThan(45);
  });

  it('expires after 15 minutes', async () => {
    const action = await showFrame(sandbox);
    sandbox.clock.advance(15 * minuteMs);
    expect(await typeInto(sandbox, action, typedCard)).toMatchObject({
      status: 410,
      body: { text: 'This form has expired. Please start again.' },
    });
    expect((await typeInto(sandbox, '/PaymentFrame/unknown', typedCard)).status).toBe(410);
  });
});
