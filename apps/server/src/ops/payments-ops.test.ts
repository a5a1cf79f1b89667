import { describe, expect, test } from 'vitest';
import { settleManually } from '../features/reconciliation/settle-payment.service.ts';
import { recordAudit } from '../platform/audit.ts';
import { buildEnrollment, buildMethod } from '../testing/builders/payment-method.ts';
import { type Payer, payingPortalForFile } from '../testing/paying-portal.ts';
import { changeRows, insertRow } from '../testing/rows.ts';
import { runOps } from '../testing/run-ops.ts';
import { listAudit } from '../testing/traces.ts';
import { listManualReview } from './manual-review.ts';
import { showAccount } from './show.ts';

const day = 86_400_000;

const portal = payingPortalForFile();

/** Runs `ops` like an operator and returns exit code and output. */
const ops = (...args: string[]) => runOps(portal.settings, args);

/** Makes a payment without a result that inquiries can no longer find: its processor no longer keeps the charge. */
async function payWithoutResult(payer: Payer): Promise<string> {
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers' });
  const { id } = (await portal.pay(payer, { amount: 33 })).json();
  await portal.sandbox.reset();
  await portal.passTime(2.5 * day);
  await portal.reconcile();
  return id;
}

describe('manual review', () => {
  test('[OPS-2] lists a payment that inquiries cannot settle, dead mail, and ambiguous callbacks', async () => {
    await portal.pay(await portal.buildPayer());
    const payer = await portal.buildPayer();
    const id = await payWithoutResult(payer);
    await changeRows(portal.db, 'outbox', {}, { state: 'DEAD', last_error: '550\u001b[2J' });
    const received = { provider: 'eligibility', event_id: 'E1', received_at: portal.clock.now() };
    await insertRow(portal.db, 'inbox_event', { ...received, payload: '{}', state: 'AMBIGUOUS' });
    const lines = await listManualReview(portal.db, portal.clock.now());
    expect(lines[0]).toContain(`payment ${id}  account ${payer.account.accountNumber}  $33.00  UNKNOWN`);
    expect(lines[0]).toContain('the processor no longer keeps a charge this old');
    expect(lines.some((line) => line.startsWith('mail '))).toBe(true);
    expect(lines.at(-1)).toContain('callback E1 from eligibility');
    expect(lines.join('')).not.toContain('\u001b');
    expect((await ops('manual-review')).code).toBe(2);
  });

  test("[OPS-2] records an operator's finding once, under their name", async () => {
    const payer = await portal.buildPayer();
    const id = await payWithoutResult(payer);
    const settlement = { paymentId: id, by: 'Kim', transaction: undefined };
    expect(await settleManually(portal.portal, { ...settlement, finding: 'charged' })).toContain(
      '--transaction is missing',
    );
    const settled = await ops(
      'settle-payment',
      id,
      '--as',
      'charged',
      '--by',
      'Kim',
      '--transaction',
      'TX-1',
    );
    expect(settled).toMatchObject({ code: 0 });
    expect(await portal.balanceCents(payer)).toBe(8_499 - 3_300);
    expect(await settleManually(portal.portal, { ...settlement, finding: 'not-charged' })).toContain(
      'COMPLETED',
    );
    const audit = (await listAudit(portal, payer)).at(-1);
    expect(audit).toMatchObject({ actor: 'operator:Kim', action: 'payments.made' });
  });

  test('[OPS-2] not-charged unblocks the account; seen removes a payment from the list', async () => {
    const payer = await portal.buildPayer();
    const settlement = { paymentId: await payWithoutResult(payer), by: 'Kim', transaction: undefined };
    expect(await settleManually(portal.portal, { ...settlement, finding: 'not-charged' })).toBeUndefined();
    const again = { ...payer, accessToken: await portal.signIn(payer.emailAddress) };
    const partial = (await portal.pay(again, { amount: 8.4 })).json();
    expect((await listManualReview(portal.db, portal.clock.now())).join()).toContain(partial.id);
    await settleManually(portal.portal, { ...settlement, paymentId: partial.id, finding: 'seen' });
    expect((await listManualReview(portal.db, portal.clock.now())).join()).not.toContain(partial.id);
    expect(await settleManually(portal.portal, { ...settlement, paymentId: 'x', finding: 'seen' })).toContain(
      'no payment x',
    );
  });
});

describe('show', () => {
  test('[OPS-2] shows account, payments, bills, ledger, methods, logins and mail, without secrets', async () => {
    const payer = await portal.buildPayer({ token: 'canary-4242' });
    await portal.pay(payer);
    const page = await showAccount(portal.portal, payer.account.accountNumber);
    expect(page).toContain(`${payer.account.accountNumber}  Ana Rivera  RESIDENTIAL ACTIVE`);
    expect(page).toContain('balance $0.00');
    expect(page).toMatch(/Payments\n {2}\S+ {2}COMPLETED {2}\$84\.99 {2}VISA …4242/);
    expect(page).toMatch(/Ledger\n {2}\S+ {2}\$84\.99 {2}cash from receivable/);
    expect(page).toContain('1 open sessions');
    expect(page).toContain('payment-made');
    expect(page).not.toContain('canary');
    expect(page).toContain('Consents: none');
    const missing = await ops('show', '999');
    expect(missing).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Nobody is found by “999”: [^\n]+\n$/),
    });
  });

  test('[OPS-2] says of each method whether it can be charged, and what its customer agreed to', async () => {
    const payer = await portal.buildPayer();
    const { account } = payer;
    const expired = await buildMethod(portal.portal, account, {
      method: { is_default: false, expires_on: '2026-10-31' },
    });
    const now = portal.clock.now();
    await buildMethod(portal.portal, account, { method: { is_default: false, valid_to: now } });
    await buildEnrollment(portal.db, account, expired);
    await insertRow(portal.db, 'consent', {
      account_id: account.id,
      kind: 'autopay',
      text_version: '7',
      language: 'es',
      agreed_text: 'Acepto',
      agreed_at: now,
      client_address: '192.0.2.7',
    });
    const page = await showAccount(portal.portal, account.accountNumber);
    const [, methods = ''] = page.split('Saved methods\n');
    expect(methods.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/expires 2030-08-31 +default/),
      expect.stringMatching(/expired 2026-10-31 +autopay/),
      expect.stringContaining(`removed ${now.toISOString()}`),
    ]);
    expect(page).toMatch(/Consents\n {2}\S+ {2}autopay {2}version 7 es {2}192\.0\.2\.7/);
    expect(page).not.toContain('Acepto');
  });

  test('[OPS-2] shows the last ten of a long list, newest first', async () => {
    const { account } = await portal.buildPayer();
    const entry = { accountId: account.id, action: 'paperless.changed' } as const;
    const at = portal.clock.now();
    for (const number of Array.from({ length: 11 }, (_, index) => index + 1))
      await recordAudit(portal.db, { ...entry, at, actor: `operator:Kim ${number}` });
    const page = await showAccount(portal.portal, account.accountNumber);
    const [, changes = ''] = page.split('Changes\n');
    const makers = [...(changes.split('\n\n')[0] ?? '').matchAll(/Kim (\d+)/g)].map(([, number]) => number);
    expect(makers).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2']);
  });
});
