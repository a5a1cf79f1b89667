import { movableClock } from '@myaccount/clock';
import type { ProcessorName } from '@myaccount/contract/processors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { testSettings } from '../../testing/portal.ts';
import { type ProbeTable, probeProcessor, probeTransafe } from '../../testing/processor-probes.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts';
import { type OtherName, otherNames, startServiceProxy } from '../../testing/service-proxy.ts';
import { openProcessors } from './open-processors.ts';

const clock = movableClock(new Date().toISOString());
let sandbox: TestSandbox;
let proxy: Awaited<ReturnType<typeof startServiceProxy>>;
const usual = {} as Record<ProcessorName, ProbeTable>;
beforeAll(async () => {
  sandbox = await startTestSandbox({}, clock);
  proxy = await startServiceProxy(() => sandbox.url);
  usual.transafe = await probe('transafe');
  usual.orbital = await probe('orbital');
});
afterAll(async () => {
  await proxy.close();
  await sandbox.stop();
});

/** Makes every call to a processor that charges or looks a charge up. */
async function probe(name: ProcessorName): Promise<ProbeTable> {
  const urls = { TRANSAFE_URL: `${proxy.url}/transafe`, ORBITAL_URL: `${proxy.url}/orbital` };
  const settings = { ...sandbox.settings, ...urls, PROCESSOR_TIMEOUT_MS: '5000' };
  const processors = openProcessors(readConfig(testSettings('postgres://127.0.0.1/none', settings)));
  return name === 'transafe'
    ? await probeTransafe({ sandbox, clock }, processors.transafe)
    : await probeProcessor({ sandbox, clock }, processors.orbital);
}

/** No charge is lost, doubled, or called failed; without a result, the log has the constant's file. */
function expectNoHarm(name: ProcessorName, table: ProbeTable, hasName: boolean): void {
  for (const [call, { outcome, detail, booked = [], text = '' }] of Object.entries(table)) {
    expect([call, booked.length]).toEqual([call, Math.min(booked.length, 1)]);
    const isFailed = ['declined', 'unavailable', 'not-found'].includes(outcome);
    if (booked.length > 0) expect([call, isFailed]).toEqual([call, false]);
    const { amountCents } = (detail ?? {}) as { amountCents?: number };
    if (outcome === 'approved') expect([call, amountCents]).toEqual([call, booked[0]]);
    const hasNoResult = ['unknown', 'unavailable', 'throws'].includes(outcome);
    if (hasName && hasNoResult && outcome !== usual[name][call]?.outcome)
      expect([call, text]).toEqual([call, expect.stringContaining(`${name}.names.ts`)]);
  }
}

const sent = [
  ['settledReport', '/report/settled', '/report/batched'],
  ['failedReport', '/report/failed', '/report/declined'],
  ['reportQuery.order', '?ordernum=', '?order_num='],
  ['reportQuery.from', 'bdate=', 'start_timestamp='],
  ['reportQuery.until', 'edate=', 'end_timestamp='],
  ['reportQuery.status', '&status=', '&trans_status='],
] as const;

const answered: readonly (readonly [ProcessorName, string, ours: string, theirs: string])[] = [
  ['transafe', 'reportMembers.rows', '"report":', '"rows":'],
  ['transafe', 'reportMembers.order', '"ordernum":', '"order_num":'],
  ['transafe', 'reportMembers.amount', '"amount":', '"orig_amount":'],
  ['transafe', 'reportMembers.status', '"status":', '"trans_status":'],
  ['transafe', 'reportMembers.returnCode', '"return_code":', '"ach_return":'],
  ['transafe', 'reportMembers.returnedAt', '"return_timestamp":', '"ach_return_ts":'],
  ['transafe', 'chargedPart', '"authamount":', '"approved_amount":'],
  ['transafe', 'rowStatus.captured', '"CAPTURED"', '"AUTHORIZED"'],
  ['transafe', 'rowStatus.pending', '"PENDING"', '"ORIGINATED"'],
  ['transafe', 'rowStatus.settled', '"SETTLED"', '"FUNDED"'],
  ['transafe', 'rowStatus.returned', '"RETURNED"', '"CHARGEBACK"'],
  ['transafe', 'rowStatus.voided', '"VOIDED"', '"REVERSED"'],
  ['transafe', 'rowStatus.denied', '"DENIED"', '"DECLINED"'],
  ['orbital', 'networkGroup', '"merchantInitiatedTransaction":', '"mitResponse":'],
  ['orbital', 'networkNumber', '"mitReceivedTransactionID":', '"mitTransactionID":'],
  ['orbital', 'chargedPart', '"redeemedAmount":', '"approvedAmt":'],
  ['orbital', 'traceNotFound', '"procStatus":"9806"', '"procStatus":"9807"'],
  ['orbital', 'rejectedBeforeCharge, 40', '"procStatus":"40"', '"procStatus":"41"'],
  ['orbital', 'rejectedBeforeCharge, 842', '"procStatus":"842"', '"procStatus":"843"'],
  ['orbital', 'rejectedBeforeCharge, 429', '"procStatus":"429"', '"procStatus":"430"'],
  ['orbital', 'bankReasons, 89', '"respCode":"89"', '"respCode":"51"'],
  ['orbital', 'bankReasons, 33', '"respCode":"33"', '"respCode":"522"'],
  ['orbital', 'bankReasons, 14', '"respCode":"14"', '"respCode":"46"'],
  ['orbital', 'bankReasons, 04', '"respCode":"04"', '"respCode":"07"'],
  ['orbital', 'bankReasons, 01', '"respCode":"01"', '"respCode":"02"'],
];

const renamed: readonly (readonly [ProcessorName, string, OtherName])[] = [
  ...sent.map(([constant, ...name]) => ['transafe', constant, ['calls', ...name]] as const),
  ...answered.map(([processor, constant, ...name]) => [processor, constant, ['answers', ...name]] as const),
];

test.each(renamed)(
  '[PAY-6] %s has another name for %s: no charge is lost, doubled, or called failed, and the log has the name',
  async (processor, _constant, name) => {
    proxy.change(otherNames([name]));
    expectNoHarm(processor, await probe(processor), true);
  },
);

test.each(sent)(
  '[PAY-6] TranSafe refuses %s: no charge is lost, doubled, or called failed',
  async (_, name) => {
    const refused = { status: 400, body: '{"code":"DENY","msoft_code":"DATA_BADTRANS"}' };
    proxy.change({ answer: (answer, { url }) => (url.includes(name) ? refused : answer) });
    expectNoHarm('transafe', await probe('transafe'), false);
  },
);
