import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signFrame } from './frame-request.rules.ts';

test('the signature joins the values in the documented order, whatever the order of the fields', () => {
  const fields = {
    'include-ach': 'n',
    'include-submit-button': 'm',
    autocomplete: 'l',
    'auto-reload': 'k',
    'cardholdername-format': 'j',
    'expdate-format': 'i',
    'include-zip': 'h',
    'include-street': 'g',
    'include-cardholdername': 'f',
    'css-url': 'e',
    auth_apikey_id: 'd',
    sequence: 'c',
    domain: 'b',
    timestamp: 'a',
  };
  const expected = createHmac('sha256', 'secret').update('abcdefghijklmn').digest('hex');
  expect(signFrame(fields, 'secret')).toBe(expected);
});

test('an absent field adds nothing to the signature', () => {
  const expected = createHmac('sha256', 'secret').update('ad').digest('hex');
  expect(signFrame({ timestamp: 'a', auth_apikey_id: 'd', domain: '' }, 'secret')).toBe(expected);
});
