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
  [undefined, undefined],
  ['{"id":"nr","data":"body"}', { id: 'nr', data: 'body' }],
])('[METHODS-4] with CHASE_FORM_MESSAGES %s it gets %j', (text, expected) => {
  const settings = text === undefined ? undefined : { CHASE_FORM_MESSAGES: text };
  const config = readConfig(testSettings('postgres://localhost/none', settings));
  expect(pageConfigOf(config).chaseFormMessages).toEqual(expected);
});

test.each(['id', '[]', '{"topic":"a"}', '{"id":""}', '{"id":1}', '{"id":"a b"}'])(
  '[CONFIG-4] CHASE_FORM_MESSAGES %s stops the start',
  (text) => {
    const settings = testSettings('postgres://localhost/none', { CHASE_FORM_MESSAGES: text });
    expect(() => readConfig(settings)).toThrow('CHASE_FORM_MESSAGES');
  },
);
