import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { magicValues } from '../../magic-values.ts';
import { callTransafe, countReferencesFrom, purchase } from '../../testing/processor-calls.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';

const dayMs = 86_400_000;
const shortTimeoutMs = 500;
let sandbox: TestSandbox;

const newReference = countReferencesFrom(1);
const chargesOf = (reference: string) => sandbox.read(`/charges.json?reference=${reference}`);

const timeoutFor = (keyword: string) =>
  keyword === 'late' || keyword === 'silent' ? shortTimeoutMs : undefined;
const chargedCentsOf = async (reference: string): Promise<number[]> =>
  (await chargesOf(reference)).map(({ amountCents }: { amountCents: number }) => amountCents);

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

/** keyword → HTTP status (0: no response), code, phard_code or msoft_code, charged cents. */
const cardOutcomes: readonly [string, number, string | undefined, string | undefined, number][] = [
  ['funds', 402, 'DENY', 'INSUFFICIENT_FUNDS', 0],
  ['expired', 402, 'DENY', 'CARD_EXPIRED', 0],
  ['stolen', 402, 'PKUP', 'PICKUP_CARD', 0],
  ['declined', 402, 'DENY', 'DONOTHONOR', 0],
  ['call', 402, 'CALL', 'CALL', 0],
  ['closed', 402, 'DENY', 'ACCOUNT_CLOSED', 0],
  ['unknown', 400, 'DENY', 'DATA_ACCOUNT', 0],
  ['slow', 200, 'AUTH', 'SUCCESS', 5_000],
  ['late', 0, undefined, undefined, 5_000],
  ['lost', 0, undefined, undefined, 5_000],
  ['unsent', 0, undefined, undefined, 0],
  ['flaky', 0, undefined, undefined, 0],
  ['silent', 0, undefined, undefined, 5_000],
  ['unclear', 504, 'TIMEOUT', 'CONN_TOREVERSAL', 5_000],
  ['phantom', 504, 'TIMEOUT', 'CONN_TOREVERSAL', 0],
  ['garbled', 200, undefined, undefined, 5_000],
  ['duplicate', 402, 'DUPL', 'GENERICFAIL', 5_000],
  ['twin', 402, 'DUPL', 'GENERICFAIL', 0],
  ['down', 503, 'DENY', 'SYS_MAINTENANCE', 0],
  ['failing', 500, 'DENY', 'DB_FAIL', 0],
  ['overloaded', 429, 'DENY', 'CONN_MAXATTEMPTS', 0],
  ['busy', 503, 'RETRY', 'RETRY', 0],
  ['partial', 200, 'AUTH', 'SUCCESS', 2_500],
  ['returned', 200, 'AUTH', 'SUCCESS', 5_000],
  ['revoked', 200, 'AUTH', 'SUCCESS', 5_000],
  ['tardy', 200, 'AUTH', 'SUCCESS', 5_000],
];

describe('selecting the outcome of a TranSafe card charge', () => {
  it.each(cardOutcomes)('%s', async (keyword, status, code, reason, chargedCents) => {
    const reference = newReference();
    const charge = {
      token: `visa-4242-${keyword}`,
      amountCents: 5_000,
      reference,
      timeoutMs: timeoutFor(keyword),
    };
    const answer = await purchase(sandbox, charge);
    expect(answer.status).toBe(status);
    expect(answer.body?.code).toBe(code);
    if (reason) expect([answer.body.phard_code, answer.body.msoft_code]).toContain(reason);
    // After a time-out, the processor may still be working.
    await expect.poll(() => chargedCentsOf(reference)).toEqual(chargedCents === 0 ? [] : [chargedCents]);
  });

  it('covers every outcome', () => {
    expect(cardOutcomes.map(([keyword]) => keyword).sort()).toEqual(
      magicValues.map(({ keyword }) => keyword).sort(),
    );
  });

  it('returns the charged amount of a partial charge, and reports it', async () => {
    const reference = newReference();
    const { body } = await purchase(sandbox, { amountCents: 940, reference });
    expect(body).toMatchObject({ code: 'AUTH', authamount: '4.70' });
    const { report } = (await callTransafe(sandbox, `GET report/unsettled?ordernum=${reference}`)).body;
    expect(report).toMatchObject([{ amount: '4.70' }]);
  });

  it.each(['flaky', 'busy'])('charges "%s" on a second attempt under the same number', async (keyword) => {
    const reference = newReference();
    const charge = { token: `visa-4242-${keyword}`, reference };
    await purchase(sandbox, charge);
    expect((await purchase(sandbox, charge)).body.code).toBe('AUTH');
    expect(await chargesOf(reference)).toHaveLength(1);
  });

  it('finds a charge with a lost response by its order number', async () => {
    const reference = newReference();
    expect((await purchase(sandbox, { amountCents: 112, reference })).status).toBe(0);
    const { report } = (await callTransafe(sandbox, `GET report/unsettled?ordernum=${reference}`)).body;
    expect(report).toMatchObject([{ ordernum: reference, amount: '1.12', status: 'CAPTURED' }]);
  });
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
