import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessorName } from '@myaccount/contract/processors';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, expect } from 'vitest';
import { runChecks } from '../ops/check.ts';
import { buildInvoice } from './builders/invoice.ts';
import { type BuiltLogin, buildLogin } from './builders/login.ts';
import { bankAccount, buildMethod } from './builders/payment-method.ts';
import type { TestDatabase } from './database.ts';
import { forEachTest, forFile } from './for-tests.ts';
import { startTestPortal, type TestPortal, testSettings } from './portal.ts';
import { readRow, readRows } from './rows.ts';
import { type SandboxCharge, startTestSandbox, type TestSandbox } from './sandbox.ts';

/** How a test's customer pays. */
export interface PayerOptions {
  readonly processor?: ProcessorName;
  readonly kind?: 'card' | 'bank';
  /** The processor's token. The sandbox's magic values select the outcome of its charges. */
  readonly token?: string;
  /** Cents of each open bill, oldest first; the default is one bill of $84.99. */
  readonly bills?: readonly number[];
}

/** A signed-in customer with bills to pay and a saved method. */
export interface Payer extends BuiltLogin {
  readonly accessToken: string;
  readonly methodId: string;
}

/** A portal with its own sandbox for the card processors, both on the test's clock. */
export interface PayingTestPortal extends TestPortal {
  readonly sandbox: TestSandbox;
  /** Settings for another server on the same database, sandbox and clock. */
  readonly settings: Record<string, string>;
  /** Advances the clock of portal and sandbox. */
  passTime(milliseconds: number): Promise<void>;
  buildPayer(options?: PayerOptions): Promise<Payer>;
  /** Calls make-payment with the payer's method. `fields` replace fields of the default body. */
  pay(payer: Payer, fields?: Record<string, unknown>, key?: string): Promise<LightMyRequestResponse>;
  /** Runs a round of the reconciliation jobs. */
  reconcile(): Promise<void>;
  /** Returns the payer's charges as the sandbox's processors recorded them. */
  chargesOf(payer: Payer): Promise<SandboxCharge[]>;
  balanceCents(payer: Payer): Promise<number>;
  /** Returns the names of the mails about the payer's account, oldest first. */
  mailsOf(payer: Payer): Promise<string[]>;
  /** Returns the claims of failing ledger checks. */
  brokenChecks(): Promise<string[]>;
}

/** Starts them for the tests of a file. After the last test every check of the ledger has to pass. */
export function payingPortalForFile(settings: Record<string, string> = {}): PayingTestPortal {
  const portal = forFile(() => startPayingPortal(settings));
  afterAll(async () => {
    expect(await portal.brokenChecks()).toEqual([]);
  });
  return portal;
}

/** Starts them for each test of a file. After it every check of the ledger has to pass. */
export function payingPortalForEachTest(settings: Record<string, string> = {}): PayingTestPortal {
  const portal = forEachTest(() => startPayingPortal(settings));
  afterEach(async () => {
    expect(await portal.brokenChecks()).toEqual([]);
  });
  return portal;
}

/** Starts a portal and a sandbox. `settings` override default settings by name. */
export async function startPayingPortal(
  settings: Record<string, string> = {},
  database?: TestDatabase,
): Promise<PayingTestPortal> {
  const folder = mkdtempSync(join(tmpdir(), 'paying-'));
  const clockFile = join(folder, 'clock');
  let aheadMs = 0;
  const sandbox = await startTestSandbox(
    { SANDBOX_BILLING_CALLS_PER_SECOND: '0' },
    { now: () => new Date(Date.now() + aheadMs) },
  );
  const changed = { ...sandbox.settings, ...settings };
  const portal = await startTestPortal(changed, undefined, database);
  const setOtherClocks = () => {
    aheadMs = portal.clock.now().getTime() - Date.now();
    writeFileSync(clockFile, String(aheadMs));
  };
  setOtherClocks();
  // What a connection reads of the catalog takes longer than the checks: one for all of them.
  const checking = new pg.Pool({ connectionString: portal.ownerUrl, max: 1, idleTimeoutMillis: 0 });
  checking.on('error', () => undefined);
  const reconcileJobs = portal.app.jobs.filter(({ name }) => name.startsWith('payments.reconcile'));
  return {
    ...portal,
    sandbox,
    settings: { ...testSettings(portal.portal.config.databaseUrl, changed), CLOCK_FILE: clockFile },
    passTime: async (milliseconds) => {
      portal.clock.advance(milliseconds);
      setOtherClocks();
    },
    buildPayer: (options) => buildPayer(portal, options),
    pay: (payer, fields, key) => pay(portal, payer, { fields, key }),
    reconcile: async () => {
      for (const job of reconcileJobs) await job.run();
    },
    chargesOf: (payer) => chargesOf(portal, sandbox, payer),
    balanceCents: (payer) => balanceCents(portal, payer),
    mailsOf: (payer) => mailsOf(portal, payer),
    brokenChecks: async () => {
      const results = await runChecks(checking, portal.clock.now());
      return results.filter(({ broken }) => broken > 0).map(({ claim }) => claim);
    },
    close: async () => {
      await checking.end();
      await portal.close();
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function buildPayer(portal: TestPortal, options: PayerOptions = {}): Promise<Payer> {
  const { processor = 'orbital', kind = 'card', bills = [8_499] } = options;
  const login = await buildLogin(portal.db);
  for (const [index, amountCents] of bills.entries()) {
    const charges = [{ type: 'recurring', description: 'Fiber 500', amountCents } as const];
    await buildInvoice(portal.db, login.account, {
      issuedOn: `2026-${String(11 - bills.length + index + 1).padStart(2, '0')}-05`,
      charges,
    });
  }
  const usual = kind === 'bank' ? 'bank-6789' : 'visa-4242';
  const { id } = await buildMethod(portal.portal, login.account, {
    token: options.token ?? `${usual}-n${login.account.accountNumber}`,
    method: { processor, ...(kind === 'bank' ? bankAccount : {}) },
  });
  return { ...login, methodId: id, accessToken: await portal.signIn(login.emailAddress) };
}

/** The default body of make-payment. */
export function payBody({ methodId, account }: Payer) {
  return {
    amount: 84.99,
    payment_method: methodId,
    billing_account_id: account.id,
    paymentType: 'onetime',
  };
}

function pay(
  portal: TestPortal,
  payer: Payer,
  { fields = {}, key }: { fields?: Record<string, unknown>; key?: string },
): Promise<LightMyRequestResponse> {
  const body = { ...payBody(payer), ...fields };
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return portal.post('/payments/make-payment', body, payer.accessToken, headers);
}

async function chargesOf(portal: TestPortal, sandbox: TestSandbox, payer: Payer): Promise<SandboxCharge[]> {
  const rows = await readRows(portal.db, 'payment', { account_id: payer.account.id });
  const references = rows.map((row) => row.processor_reference);
  const charges = await sandbox.charges();
  return charges.filter(({ reference }) => references.includes(reference));
}

async function balanceCents(portal: TestPortal, payer: Payer): Promise<number> {
  return (await readRow(portal.db, 'account', { id: payer.account.id })).balance_cents;
}

async function mailsOf(portal: TestPortal, { account }: Payer): Promise<string[]> {
  const rows = await readRows(portal.db, 'outbox', { account_id: account.id }, 'id');
  return rows.map(({ template }) => template);
}
