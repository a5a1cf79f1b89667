import { describe, expect, it } from 'vitest';
import { callTransafe, countReferencesFrom, purchase } from '../../testing/processor-calls.ts';
import { sandboxForFile } from '../../testing/test-sandbox.ts';

const dayMs = 86_400_000;

const newReference = countReferencesFrom(1);

const sandbox = sandboxForFile();

it.each(['flaky', 'busy'])('charges "%s" on a second attempt under the same number', async (keyword) => {
  const reference = newReference();
  const charge = { token: `visa-4242-${keyword}`, reference };
  await purchase(sandbox, charge);
  expect((await purchase(sandbox, charge)).body.code).toBe('AUTH');
  expect(await sandbox.read(`/charges.json?reference=${reference}`)).toHaveLength(1);
});

it('delivers the response as the outcome says: cut off, or as a web page', async () => {
  const reference = newReference();
  expect((await purchase(sandbox, { token: 'visa-4242-lost', reference })).status).toBe(0);
  expect(await sandbox.read(`/charges.json?reference=${reference}`)).toHaveLength(1);
  expect((await purchase(sandbox, { token: 'visa-4242-garbled' })).body).toContain('<!doctype html>');
});

/** keyword → state of a bank debit after so many days. */
const bankOutcomes: readonly [string, Record<number, string>][] = [
  ['ordinary', { 0: 'PENDING', 2: 'PENDING', 3: 'SETTLED', 40: 'SETTLED' }],
  ['returned', { 0: 'PENDING', 1: 'PENDING', 2: 'RETURNED R01', 40: 'RETURNED R01' }],
  ['revoked', { 0: 'PENDING', 3: 'SETTLED', 19: 'SETTLED', 20: 'RETURNED R10' }],
  ['tardy', { 3: 'PENDING', 9: 'PENDING', 10: 'SETTLED' }],
  ['funds', { 0: 'PENDING', 2: 'RETURNED R01' }],
  ['closed', { 0: 'PENDING', 1: 'RETURNED R02' }],
];

describe('a bank debit in the following days', () => {
  it.each(bankOutcomes)('%s', async (keyword, course) => {
    const reference = newReference();
    const { body } = await purchase(sandbox, { token: `bank-6789-${keyword}`, reference });
    expect(body).toMatchObject({ code: 'AUTH', cardtype: 'ACH', account: 'XXXXXXXXXXXX6789' });
    const start = sandbox.clock.now();
    for (const [days, expected] of Object.entries(course)) {
      sandbox.clock.set(new Date(start.getTime() + Number(days) * dayMs));
      expect(await statusOf(reference), `after ${days} days`).toBe(expected);
    }
  });

  it('declines a bank account at once where the bank would', async () => {
    const answer = await purchase(sandbox, { token: 'bank-6789-declined', reference: newReference() });
    expect(answer).toMatchObject({ status: 402, body: { code: 'DENY' } });
  });

  it('comes back once when a person plays the bank; a card or a voided debit does not', async () => {
    const charge = async (token: string) => (await purchase(sandbox, { token })).body.ttid;
    const comeBack = (ttid: string, code: string) =>
      sandbox.call('POST', `/charges/${ttid}/return`, { body: { code } });
    const [debit, card, voided] = [
      await charge('bank-6789'),
      await charge('visa-4242'),
      await charge('bank-6789'),
    ];
    await callTransafe(sandbox, `DELETE transaction/${voided}/void`);
    for (const ttid of [debit, card, voided]) await comeBack(ttid, 'R02');
    sandbox.clock.advance(1);
    expect((await comeBack(debit, 'R10')).status).toBe(303);
    expect((await comeBack(debit, 'x')).status).toBe(400);
    const codes = new Map<string, string | null>();
    for (const { id, returnCode } of await sandbox.read('/charges.json')) codes.set(id, returnCode);
    expect([debit, card, voided].map((ttid) => codes.get(ttid))).toEqual(['R02', null, null]);
  });

  it('lists returned debits', async () => {
    const reference = newReference();
    await purchase(sandbox, { token: 'bank-6789', amountCents: 150, reference });
    sandbox.clock.advance(2 * dayMs);
    const { report } = (await callTransafe(sandbox, 'GET report/settled?status=RETURNED')).body;
    expect(report[0]).toMatchObject({ ordernum: reference, return_code: 'R01' });
    expect(report.every(({ status }: { status: string }) => status === 'RETURNED')).toBe(true);
  });
});

async function statusOf(reference: string): Promise<string> {
  for (const name of ['unsettled', 'settled']) {
    const { status, body } = await callTransafe(sandbox, `GET report/${name}?ordernum=${reference}`);
    if (status === 200) return [body.report[0].status, body.report[0].return_code].filter(Boolean).join(' ');
  }
  return 'not found';
}
