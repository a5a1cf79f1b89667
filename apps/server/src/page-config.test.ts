import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { pageConfigOf } from './page-config.ts';
import { dayOf } from './platform/business-day.ts';
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

const halfHourOfSummer = 'Australia/Lord_Howe';

test.each(['America/New_York', 'America/Phoenix', 'Asia/Kolkata', 'Pacific/Chatham', halfHourOfSummer])(
  '[SHELL-12] the page gets the offsets of %s: they tell the day of each instant of the next years',
  (timeZone) => {
    const settings = testSettings('postgres://localhost/none', { BUSINESS_TIME_ZONE: timeZone });
    const { utcOffsets } = pageConfigOf(readConfig(settings));
    const now = Date.now();
    const instants = fc.date({
      noInvalidDate: true,
      min: new Date(now),
      max: new Date(now + 900 * 86_400_000),
    });
    fc.assert(
      fc.property(instants, (instant) => {
        const iso = instant.toISOString();
        const [offset, ...others] = utcOffsets.filter(({ from, until }) => from <= iso && iso < until);
        const day = new Date(instant.getTime() + (offset?.minutes ?? 0) * 60_000).toISOString().slice(0, 10);
        return Boolean(offset) && others.length === 0 && day === dayOf(instant, timeZone);
      }),
      { numRuns: 1_000 },
    );
    expect(utcOffsets.length).toBeLessThan(8);
  },
);
