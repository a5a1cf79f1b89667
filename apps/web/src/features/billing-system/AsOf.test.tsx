import type { Language } from '@myaccount/contract/languages';
import { afterEach, expect, test } from 'vitest';
import { keepServerTime } from '../../api/server-time.ts';
import { show, speak } from '../../testing/page.tsx';
import { AsOf } from './AsOf.tsx';

// Times name the operator's time zone everywhere.
const at = '2026-11-28T15:42:00.000Z';
const hasServerTime = (time: Date) => keepServerTime(new Headers({ date: time.toUTCString() }));
afterEach(() => hasServerTime(new Date()));

test.each<[string, number, Language, string]>([
  ['a fresh reading', 50, 'en', ''],
  ['an older one', 70, 'en', 'As of 10:42 AM EST'],
  ['one of yesterday', 24 * 3_600, 'en', 'As of Nov 28, 2026, 10:42 AM EST'],
  ['a fresh reading', 50, 'es', ''],
  ['an older one', 70, 'es', 'Actualizado: 10:42 a.m. EST'],
  ['one of yesterday', 24 * 3_600, 'es', 'Actualizado: 28 nov 2026, 10:42 a.m. EST'],
])(
  '[LIVE-3] says when the billing system was asked: %s, %i seconds ago, in %s',
  async (_what, ageSeconds, language, text) => {
    hasServerTime(new Date(Date.parse(at) + ageSeconds * 1_000));
    await speak(language);
    expect(
      show(<AsOf at={at} />)
        .container.textContent?.replace(/\s/g, ' ')
        .trim(),
    ).toBe(text);
  },
);
