import { expect, test } from 'vitest';
import { listManualReview } from '../../ops/manual-review.ts';
import { showAccount } from '../../ops/show.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { buildReader, deliverTo, queueNotification, reply } from '../../testing/text-readers.ts';

const portal = forFile(() => startPayingPortal());

const show = (accountNumber: string) => showAccount(portal.portal, accountNumber);

test('[OPS-2, SMS-1] show tells of texts and of STOP, never of their words', async () => {
  const reader = await buildReader(portal);
  await queueNotification(portal, reader);
  await deliverTo(portal, reader);
  await reply(portal, reader, 'STOP');
  const shown = await show(reader.account.accountNumber);
  expect(shown).toMatch(new RegExp(`appointment-made .*\\${reader.e164}.* SENT .*sent 2026-11-24T.*SM`));
  expect(shown).toMatch(new RegExp(`${reader.phoneNumber} .*STOP 2026-11-24T.* texts are off`));
  expect(shown).not.toContain('secret-token');
  await reply(portal, reader, 'START');
  expect(await show(reader.account.accountNumber)).toMatch(/START 2026-11-24T/);
});

test('[OPS-2, SMS-1] manual review lists a notification that reached nobody', async () => {
  expect(await listManualReview(portal.db, portal.clock.now())).toEqual([]);
  const reader = await buildReader(portal, { ending: '5550901', customer: { email_address: null } });
  await queueNotification(portal, reader);
  await deliverTo(portal, reader);
  const lines = await listManualReview(portal.db, portal.clock.now());
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    new RegExp(`^text [\\w-]+  account ${reader.account.accountNumber}  appointment-made to \\+1.*21211`),
  );
});
