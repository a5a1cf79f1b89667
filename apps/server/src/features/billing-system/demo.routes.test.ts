import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoFile } from '../../../../sandbox/src/personas/personas.ts';
import { type BillingTestPortal, startBillingPortal } from '../../testing/billing-portal.ts';
import { listRefusals } from './backlog.repository.ts';
import { compareWithBilling } from './compare.service.ts';

let portal: BillingTestPortal;
const today = '2026-11-24';

beforeAll(async () => {
  portal = await startBillingPortal();
  await portal.importLines(demoFile(today));
  await portal.loadLines(demoFile(today));
}, 60_000);
afterAll(() => portal.close());

test('[LIVE-7] the demo customers are the same in the billing system: a first reading finds nothing new', async () => {
  const accounts = demoFile(today).flatMap((line) =>
    'accountNumber' in line && line.type === 'account' ? [line.accountNumber] : [],
  );
  const compared = await compareWithBilling(portal.billing, accounts);
  expect(compared.filter(({ differences }) => differences.length > 0)).toEqual([]);
  await portal.follow();
  expect(await listRefusals(portal.db, 100)).toEqual([]);
}, 60_000);
