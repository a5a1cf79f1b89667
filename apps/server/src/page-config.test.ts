import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { pageConfigOf } from './page-config.ts';
import { testSettings } from './testing/portal.ts';

test('[MAIL-3] the page gets the brand without the logo for mails', () => {
  const config = readConfig(testSettings('postgres://localhost/none'));
  const { brand } = pageConfigOf(config);
  expect(config.brand.logoPng).toMatch(/^data:image\/png;base64,/);
  expect({ ...brand, logoPng: config.brand.logoPng }).toEqual(config.brand);
  expect(brand).not.toHaveProperty('logoPng');
});

test('[METHODS-8] the page gets the origins whose messages it believes', () => {
  const origins = { TRANSAFE_FRAME_URL: 'https://frame.example/', CHASE_FORM_URL: 'https://form.example' };
  const config = readConfig(testSettings('postgres://localhost/none', origins));
  const { frames, chaseCardForm } = pageConfigOf(config);
  expect(frames).toEqual({ transafe: 'https://frame.example', chase: 'https://form.example' });
  expect(chaseCardForm).toBe('card');
});

test.each([
  ['{}', { id: 'id', subject: 'subject', data: 'data', response: 'response' }],
  [
    '{"card-form.id":"nr","card-form.subject":"s","card-form.data":"d","card-form.response":"r"}',
    { id: 'nr', subject: 's', data: 'd', response: 'r' },
  ],
])('[METHODS-4] with PROTOCOL_NAMES %s it names the messages of the form %j', (text, expected) => {
  const config = readConfig(testSettings('postgres://localhost/none', { PROTOCOL_NAMES: text }));
  expect(pageConfigOf(config).chaseFormMessages).toEqual(expected);
});
