import { expect, test } from 'vitest';
import { settleVerification } from '../features/hero-discount/settle-verification.service.ts';
import { recordVerification } from '../features/hero-discount/verification.service.ts';
import { forFile } from '../testing/for-tests.ts';
import { apply, buildApplicant, tracesOf } from '../testing/hero-applicants.ts';
import { startPayingPortal } from '../testing/paying-portal.ts';
import { insertRow, onlyColumns, readRows } from '../testing/rows.ts';
import { runOps } from '../testing/run-ops.ts';
import { listManualReview } from './manual-review.ts';
import { showAccount } from './show.ts';

const portal = forFile(() => startPayingPortal());

/** Runs `ops` like an operator and returns exit code and output. */
const ops = (...args: string[]) => runOps(portal.settings, args);

/** A verification of an address that nobody asked with. */
async function stray(eventId: string): Promise<void> {
  const verification = {
    eventId,
    emailAddress: 'kim@example.com',
    group: 'mil',
    verifiedAt: portal.clock.now(),
  };
  expect(await recordVerification(portal.portal, verification, null)).toBe('review');
}

const show = (accountNumber: string) => showAccount(portal.portal, accountNumber);

test('[OPS-2, HERO-2] a person finds out whose verification it is, and records it once', async () => {
  const applicant = await buildApplicant(portal);
  const { accountNumber } = applicant.account;
  await stray('E1');
  const [line] = await listManualReview(portal.db, portal.clock.now());
  expect(line).toMatch(
    /^callback E1 from verify-pass, 2026-11-24T.*: nobody asked with this address: .*kim@example\.com/,
  );
  const settle = (...more: string[]) =>
    ops('settle-verification', 'E1', '--as', 'verified', '--by', 'Kim', ...more);
  expect(await settle()).toMatchObject({ code: 1, err: expect.stringContaining('--account is missing') });
  expect(await settle('--account', '1')).toMatchObject({
    code: 1,
    err: expect.stringContaining('unknown-account'),
  });
  expect(await listManualReview(portal.db, portal.clock.now())).toHaveLength(1);
  expect(await settle('--account', accountNumber)).toMatchObject({
    code: 0,
    out: 'Verification E1: verified.\n',
  });
  const { discount, audited, mails } = await tracesOf(portal, applicant);
  expect(discount?.is_applied).toBe(true);
  expect(audited).toEqual([
    { action: 'hero-discount.applied', actor: 'operator:Kim', detail: { eventId: 'E1' } },
  ]);
  expect(mails).toHaveLength(1);
  expect(await listManualReview(portal.db, portal.clock.now())).toEqual([]);
  expect((await settle('--account', accountNumber)).err).toContain(
    'There is no callback E1 in manual review',
  );
});

test('[OPS-2, HERO-2] an account that cannot have the discount gets none, and the verification stays', async () => {
  const business = await buildApplicant(portal, {
    account: { account_type: 'BUSINESS', business_name: 'Shop' },
  });
  await stray('E2');
  const { accountNumber } = business.account;
  const settlement = { eventId: 'E2', finding: 'verified', accountNumber, by: 'Kim' } as const;
  expect(await settleVerification(portal.portal, settlement)).toContain('not-residential');
  expect(await listManualReview(portal.db, portal.clock.now())).toHaveLength(1);
});

test('[OPS-2] what has been seen leaves manual review, with an entry of the audit trail', async () => {
  const settlement = { eventId: 'E2', finding: 'seen', accountNumber: undefined, by: 'Kim' } as const;
  expect(await settleVerification(portal.portal, settlement)).toBeUndefined();
  expect(await listManualReview(portal.db, portal.clock.now())).toEqual([]);
  const entries = await readRows(portal.db, 'login_audit_entry', { action: 'hero-discount.seen' });
  expect(onlyColumns(entries, 'actor', 'detail', 'login_id')).toEqual([
    { actor: 'operator:Kim', detail: { eventId: 'E2' }, login_id: null },
  ]);
});

test('[OPS-2] ops show tells applications, and since when the discount counts', async () => {
  const applicant = await buildApplicant(portal);
  const { accountNumber, id } = applicant.account;
  expect(await show(accountNumber)).toContain('Hero Discount not applied; applications: none');
  await apply(portal, applicant);
  const at = portal.clock.now().toISOString();
  expect(await show(accountNumber)).toContain(
    `Hero Discount not applied; applications\n  ${at}  ${applicant.address}`,
  );
  const discount = {
    account_id: id,
    discount_type: 'Hero Discount',
    is_applied: true,
    is_eligible: true,
  } as const;
  await insertRow(portal.db, 'discount', discount);
  expect(await show(accountNumber)).toContain('Hero Discount applied, imported; applications');
  await portal.db
    .updateTable('discount')
    .set({ applied_at: portal.clock.now() })
    .where('account_id', '=', id)
    .execute();
  expect(await show(accountNumber)).toContain(`Hero Discount applied, since ${at}; applications`);
});
