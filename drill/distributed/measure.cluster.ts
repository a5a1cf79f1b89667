import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readExport } from '../../apps/server/src/features/payment-export/payment-events.service.ts';
import {
  accountLine,
  customerLine,
  invoiceLine,
  planLine,
} from '../../apps/server/src/testing/builders/import-lines.ts';
import { forFile } from '../../apps/server/src/testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../apps/server/src/testing/paying-portal.ts';
import { startTestImport } from '../../apps/server/src/testing/test-import.ts';
import { newVisitor, signInByCode } from '../../apps/server/src/testing/visitor.ts';

const rounds = 60;
const portal = forFile(() => startPayingPortal({ TRUST_PROXY: '127.0.0.1' }));
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the median of the milliseconds that each call took. */
async function timeOf(payers: readonly Payer[], call: (payer: Payer) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (const payer of payers) {
    const start = performance.now();
    await call(payer);
    times.push(performance.now() - start);
  }
  return Math.round(median(times) * 100) / 100;
}

/** A customer with an account and an open bill. */
const numbered = (n: number) => [
  customerLine({ customerId: `C${n}`, emailAddress: `c${n}@example.com` }),
  accountLine({ accountNumber: `A${n}`, customerId: `C${n}`, autopay: null }),
  invoiceLine({ invoiceNumber: `I${n}`, accountNumber: `A${n}`, status: 'OPEN', paidOn: null }),
];

test('how long calls and an import take', async () => {
  const payers: Payer[] = [];
  while (payers.length < rounds) payers.push(await portal.buildPayer());
  const get = (path: string, query: (payer: Payer) => Record<string, string>) => async (payer: Payer) => {
    const { statusCode, body } = await portal.get(path, query(payer), payer.accessToken);
    if (statusCode !== 200) throw new Error(`${path}: ${body}`);
  };
  const list = get('/invoices/all', ({ account }) => ({
    billing_account_id: account.id,
    offset: '0',
    limit: '10',
  }));
  const dashboard = get('/billing/gtv/billing-account/refresh', ({ account }) => ({
    AccountNumber: account.accountNumber,
    customerID: account.customerNumber,
  }));
  const measured: Record<string, number> = {};
  let visits = 0;
  for (const [name, call] of [
    ['list', list],
    ['dashboard', dashboard],
    [
      'sign-in',
      ({ emailAddress }: Payer) => {
        visits += 1;
        return signInByCode(
          portal,
          newVisitor(portal, `198.18.${visits >> 8}.${visits & 255}`),
          emailAddress,
        );
      },
    ],
    ['payment', (payer: Payer) => portal.pay(payer)],
  ] as const) {
    if (name !== 'payment') await timeOf(payers, call);
    measured[name] = await timeOf(payers, call);
  }
  const since = (start: number) => Math.round(performance.now() - start);
  let start = performance.now();
  let events = 0;
  for await (const _ of readExport(portal.db, undefined, undefined)) events += 1;
  measured[`export of ${events} events`] = since(start);
  const desk = await startTestImport();
  const lines = [planLine(), ...Array.from({ length: 5_000 }, (_, n) => numbered(n)).flat()];
  for (const name of ['import of 5,000 accounts', 'import of the same again']) {
    start = performance.now();
    const { refusals } = await desk.importLines(lines);
    measured[name] = since(start);
    expect(refusals).toEqual([]);
  }
  expect(await desk.failedChecks()).toEqual([]);
  writeFileSync(process.env.MEASURE_FILE as string, JSON.stringify(measured));
}, 900_000);
