import { fixedClock } from '@myaccount/clock';
import { readConfig } from '../config.ts';
import type { Portal } from '../platform/portal.ts';
import { testSettings } from './portal.ts';

/** As much of a portal as the texts of mails need. */
export const mailPortal = {
  config: readConfig(testSettings('postgres://127.0.0.1/none')),
  clock: fixedClock('2026-11-24T17:00:00Z'),
} as Portal;

/** The account that mails are about. */
export const mailedAccountId = '01937f6e-0000-7000-8000-00000000000a';

/** Returns a text without the characters that keep a name or a day on one line. */
export const plainText = (text: string) => text.replaceAll('\u2060', '').replaceAll(/[^\S\n]/g, ' ');
