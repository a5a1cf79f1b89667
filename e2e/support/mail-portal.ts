import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brand } from '@myaccount/contract/web-config';
import type { Portal } from '../../apps/server/src/platform/portal.ts';

const brandFile = resolve(import.meta.dirname, '../../scripts/start/demo-brand.json');

/** What mails need to know of the portal at an address. */
export function mailPortal(publicUrl: string): Portal {
  const shownBrand = brand.parse(JSON.parse(readFileSync(brandFile, 'utf8')));
  const limits = { giftDays: 90 };
  const config = { publicUrl, timeZone: 'America/New_York', brand: shownBrand, limits };
  return { config, clock: { now: () => new Date('2026-11-24T17:00:00Z') } } as Portal;
}
