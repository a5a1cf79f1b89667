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

const halfHourOfSummer = 'Australia/Lord_Howe';

test.each(['America/New_York', 'America/Phoenix', 'Asia/Kolkata', 'Atlantic/Azores', halfHourOfSummer])(
  '[SHELL-12] the page gets the offsets of %s: they tell what its clocks show in the next years',
  (timeZone) => {
    const settings = testSettings('postgres://localhost/none', { BUSINESS_TIME_ZONE: timeZone });
    const { utcOffsets } = pageConfigOf(readConfig(settings));
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const hours = Array.from({ length: 24 * 900 }, (_, hour) => Date.now() + hour * 3_600_000);
    const changes = utcOffsets.slice(1).flatMap(({ from }) => [Date.parse(from) - 1, Date.parse(from)]);
    const wrong = [...hours, ...changes].filter((ms) => {
      const iso = new Date(ms).toISOString();
      const [offset, ...others] = utcOffsets.filter(({ from, until }) => from <= iso && iso < until);
      const shown = new Date(ms + (offset?.minutes ?? 0) * 60_000).toISOString();
      return !offset || others.length > 0 || shown.slice(0, 19) !== clock.format(ms).replace(' ', 'T');
    });
    expect(wrong).toEqual([]);
    expect(utcOffsets.length).toBeLessThan(8);
  },
);
