import type { BillingRefresh } from '@myaccount/contract/home';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bearer, homeCalls } from '../../environment/calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../../environment/customers.ts';
import { makeTestStart, slowly, stop, type TestStart } from './test-start.ts';

// One whole start. start.slow.test.ts kills and restarts.

vi.setConfig({ testTimeout: 2 * slowly.timeout });

let local: TestStart;
beforeAll(async () => {
  local = await makeTestStart();
});
afterAll(() => local.remove());

test('the first start prints the addresses, the demo sign-ins, and where the code arrives; it follows its billing system; Ctrl-C stops it in order', async () => {
  const started = await local.startUntilReady();
  expect(started.output()).toContain(`http://localhost:${local.environment.PORT}/myaccount`);
  expect(started.output()).toContain(`http://localhost:${local.environment.SANDBOX_PORT}/inbox`);
  expect(started.output()).toMatch(/Sign in as\n +\S+@\S+ +\S+/);
  expect((await fetch(`${local.portal}/health/ready`)).status).toBe(200);
  expect(await local.countCustomers()).toBeGreaterThanOrEqual(14);
  await expectNextBill();
  expect(await stop(started, 'SIGINT')).toBe(0);
  expect(started.output()).toMatch(/Stopped\.\s*$/);
  await expect(fetch(`${local.portal}/health/ready`)).rejects.toThrow();
});

/** LIVE-1: the mail is in the inbox within seconds, and the dashboard has the bill when it is looked at again. */
async function expectNextBill(): Promise<void> {
  const customers = await signedInCustomers({ database: { url: '', ownerUrl: local.databaseOwnerUrl() } });
  const customer = customers.find(({ emailAddress }) => emailAddress === 'ana.rivera@example.com');
  if (!customer) throw new Error('Ana Rivera has no bills');
  const sandbox = `http://127.0.0.1:${local.environment.SANDBOX_PORT}`;
  const subjects = async () => {
    const messages = await fetch(`${sandbox}/inbox/messages?to=${customer.emailAddress}`);
    return ((await messages.json()) as { subject: string }[]).map(({ subject }) => subject);
  };
  await expect.poll(async () => (await lookAtHome(customer)).asOf, { timeout: 30_000 }).not.toBeNull();
  const before = await lookAtHome(customer);
  expect(await subjects()).toEqual([]);

  const act = `/gotransverse/accounts/${customer.accountNumber}/next-bill`;
  expect(await (await fetch(`${sandbox}/billing`)).text()).toContain(`method="post" action="${act}"`);
  const body = new URLSearchParams();
  expect((await fetch(`${sandbox}${act}`, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
  const newBill = expect.stringMatching(/^Your bill is ready: /);
  await expect.poll(subjects, { timeout: 5_000, interval: 100 }).toEqual([newBill]);
  const { balance, recentBills } = await lookAtHome(customer);
  expect(recentBills.map(({ invoice_num }) => invoice_num)).toEqual([
    ...before.recentBills.slice(-11).map(({ invoice_num }) => invoice_num),
    expect.not.stringMatching(before.recentBills.at(-1)?.invoice_num ?? ''),
  ]);
  expect(balance).toBeCloseTo(before.balance + (recentBills.at(-1)?.amount ?? 0), 2);
}

async function lookAtHome(customer: SignedInCustomer): Promise<BillingRefresh> {
  const [call] = homeCalls([customer]);
  const address = new URL(String(call?.path), local.portal);
  return (await (await fetch(address, { headers: bearer(customer) })).json()) as BillingRefresh;
}
