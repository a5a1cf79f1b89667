import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildPayment } from '../../testing/builders/payment.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { changeRows } from '../../testing/rows.ts';
import { runJobs } from '../jobs/run-jobs.ts';
import { listenForPrometheus } from './prometheus.ts';

const log = pino({ level: 'silent' });
const settings = { METRICS_PORT: '9999', PDFS_IN_PROGRESS_PER_LOGIN: '1', PDFS_PER_LOGIN: '1' };
const portal = forFile(() => startPayingPortal(settings));

/** Returns the samples of a scrape by their name with labels. The figures of the database are fresh. */
async function scrape(): Promise<Record<string, number>> {
  await new Promise((resolve) => setTimeout(resolve, 5_050));
  const text = (await portal.app.metrics?.metrics()) ?? '';
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('[OBSERVE-1] counts payments, processor calls, mail, limits, jobs and PDFs', async () => {
  const before = await scrape();
  const payer = await portal.buildPayer();
  const other = await portal.buildPayer({ token: 'visa-4242-unsent' });
  expect((await portal.pay(payer)).statusCode).toBe(200);
  await portal.pay(other);
  portal.clock.advance(90_000);
  const charges = [{ type: 'recurring', description: 'Fiber 500', amountCents: 100 } as const];
  const invoice = await buildInvoice(portal.db, payer.account, { issuedOn: '2026-11-07', charges });
  const download = () => portal.get('/invoices/download', { invoice_id: invoice.id }, payer.accessToken);
  expect((await download()).statusCode).toBe(200);
  expect((await download()).statusCode).toBe(429);
  const jobs = [
    { name: 'test.ok', everySeconds: 60, run: async () => undefined },
    {
      name: 'test.fails',
      everySeconds: 60,
      run: async () => {
        throw new Error('no');
      },
    },
  ];
  await runJobs(jobs, { db: portal.db, log })();
  const after = await scrape();
  const growth = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  const calls = (outcome: string) =>
    `myaccount_processor_call_seconds_count{processor="orbital",call="charge",outcome="${outcome}"}`;
  expect({
    approved: growth(calls('approved')),
    unknown: growth(calls('unknown')),
    paid: growth('myaccount_events_total{event="payment.success"}'),
    limited: growth('myaccount_limit_hits_total{limit="pdfs-login"}'),
    pdfs: growth('myaccount_pdf_seconds_count{result="ok"}'),
    ok: growth('myaccount_job_runs_total{job_name="test.ok",result="ok"}'),
    failed: growth('myaccount_job_runs_total{job_name="test.fails",result="failed"}'),
  }).toEqual({ approved: 1, unknown: 1, paid: 1, limited: 1, pdfs: 1, ok: 1, failed: 1 });
  expect(after['myaccount_job_last_success_timestamp_seconds{job_name="test.ok"}']).toBeGreaterThan(1e9);
  expect(after['myaccount_job_last_success_timestamp_seconds{job_name="test.fails"}']).toBeUndefined();
  expect(after).toMatchObject({
    myaccount_database_up: 1,
    'myaccount_payments{state="UNKNOWN"}': 1,
    'myaccount_payments{state="SUBMITTING"}': 0,
    'myaccount_payment_oldest_seconds{state="UNKNOWN"}': 90,
    'myaccount_payment_oldest_seconds{state="PENDING"}': 0,
    myaccount_payments_manual_review: 0,
    myaccount_outbox_waiting: 1,
    myaccount_outbox_oldest_seconds: 90,
    myaccount_outbox_dead: 0,
    myaccount_pdfs_in_progress: 0,
    myaccount_pdfs_waiting: 0,
  });
});

test('[OBSERVE-1] shows pending debits and what is in manual review', async () => {
  const payer = await portal.buildPayer({ processor: 'transafe', kind: 'bank' });
  await buildPayment(portal.db, payer.account, {
    state: 'PENDING',
    occurred_at: new Date(portal.clock.now().getTime() - 3_600_000),
    reconcile_at: portal.clock.now(),
    manual_review_reason: 'odd',
  });
  await changeRows(portal.db, 'outbox', {}, { state: 'DEAD' });
  expect(await scrape()).toMatchObject({
    'myaccount_payments{state="PENDING"}': 1,
    'myaccount_payment_oldest_seconds{state="PENDING"}': 3_600,
    myaccount_payments_manual_review: 1,
    myaccount_outbox_waiting: 0,
    myaccount_outbox_oldest_seconds: 0,
    myaccount_outbox_dead: 1,
  });
});

test('[OBSERVE-1] labels have no id, address, or path of a caller', async () => {
  const login = `canary${randomUUID()}`;
  await portal.get(`/${login}`);
  await portal.get('/invoices/single', { invoice_id: login }, login);
  await portal.post('/login/otp/send', { email: `${login}@example.com` });
  const text = (await portal.app.metrics?.metrics()) ?? '';
  expect(text).toContain('route="/myaccount/api/login/otp/send"');
  expect(text).not.toContain('canary');
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
});

test('the metrics have their own port and one path', async () => {
  const registry = portal.app.metrics;
  if (!registry) throw new Error('no metrics');
  const server = listenForPrometheus(registry, '127.0.0.1', 0, log);
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const response = await fetch(`${url}/metrics`);
  expect(response.headers.get('content-type')).toContain('version=0.0.4');
  expect(await response.text()).toContain('myaccount_database_connections ');
  expect((await fetch(url)).status).toBe(404);
  server.close();
});

test.each([
  [
    "select count(*) from payment where state in ('SUBMITTING', 'UNKNOWN') group by state",
    'one_payment_on_its_way',
  ],
  [
    "select count(*) from payment where reconcile_at is not null and state = 'PENDING'",
    'payment_to_reconcile',
  ],
  ['select count(*) from payment where manual_review_reason is not null', 'payment_manual_review'],
  [
    "select created_at from outbox where state = 'WAITING' order by next_attempt_at limit 100",
    'outbox_waiting',
  ],
  ["select from outbox where state = 'DEAD' limit 100", 'outbox_dead'],
])('[OBSERVE-1] counts by a small index: %s', async (statement, index) => {
  const client = await portal.pool.connect();
  await client.query('set enable_seqscan = off');
  const { rows } = await client.query(`explain ${statement}`);
  await client.query('reset enable_seqscan');
  client.release();
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(` ${index}`);
});
