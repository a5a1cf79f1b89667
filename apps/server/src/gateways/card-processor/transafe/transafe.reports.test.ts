import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ServiceHttp } from '../../service-http.ts';
import { hasSettledReport, listTransafeCharges, listTransafeReturns } from './transafe.reports.ts';

const start = 1_795_539_600;
const rowLimit = 1_000;
const since = new Date(start * 1_000);

let server: Server | undefined;
afterEach(() => void server?.close());

interface Row {
  readonly ttid: string;
  readonly timestamp: string;
  readonly [name: string]: string;
}

function rowAt(seconds: number, change: Record<string, string> = {}): Row {
  const row = {
    ordernum: String(4_000_000_000_000_000 + seconds),
    amount: '84.99',
    account: 'XXXXXXXXXXXX4242',
    status: 'SETTLED',
  };
  return { ...row, ttid: `T${seconds}`, timestamp: String(start + seconds), ...change };
}

/** Starts a TranSafe whose reports have these rows, the newest first, at most 1,000 at a time. */
async function transafeWith(rowsOf: (report: string) => readonly Row[]): Promise<ServiceHttp> {
  const started = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const [from, to] = ['bdate', 'edate'].map((name) => Number(url.searchParams.get(name)));
    const rows = rowsOf(url.pathname.split('/').at(-1) ?? '')
      .filter(({ timestamp }) => Number(timestamp) >= (from ?? 0) && Number(timestamp) <= (to ?? 0))
      .slice(-rowLimit);
    response.writeHead(rows.length > 0 ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(rows.length > 0 ? { report: rows } : { msoft_code: 'DATA_RECORDNOTFOUND' }));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return new ServiceHttp({ url: `http://127.0.0.1:${port}`, headers: {}, timeoutMs: 5_000 });
}

const until = (seconds: number) => new Date((start + seconds) * 1_000);

test('[CHARGE-3] every charge is listed once, also beyond the limit of rows', async () => {
  const rows = Array.from({ length: 3_500 }, (_, index) =>
    rowAt(Math.floor(index / 2), { ttid: `T${index}` }),
  );
  const http = await transafeWith((report) => (report === 'settled' ? rows : rows.slice(-10)));
  const { charges, unreadable } = await listTransafeCharges(http, since, until(1_749));
  expect(unreadable).toEqual([]);
  expect(new Set(charges.map(({ transaction }) => transaction)).size).toBe(3_500);
  expect(charges).toHaveLength(3_500);
  expect(charges.find(({ transaction }) => transaction === 'T0')).toEqual({
    reference: '4000000000000000',
    transaction: 'T0',
    amountCents: 8_499,
    at: since,
    lastFour: '4242',
  });
});

test('[CHARGE-3] charges outside the times are left out, and the last second counts', async () => {
  const http = await transafeWith(() => [rowAt(-1), rowAt(0), rowAt(60), rowAt(61)]);
  const { charges } = await listTransafeCharges(http, since, until(60));
  expect(charges.map(({ transaction }) => transaction)).toEqual(['T0', 'T60']);
});

test('[CHARGE-3] too many charges in one second are an error, not a short list', async () => {
  const rows = Array.from({ length: 1_001 }, (_, index) => rowAt(5, { ttid: `T${index}` }));
  const http = await transafeWith(() => rows);
  await expect(listTransafeCharges(http, since, until(60))).rejects.toThrow('too many charges in one second');
});

test('[CHARGE-3] a row that cannot be read is named with its reason', async () => {
  const http = await transafeWith(() => [rowAt(1, { amount: '84,99' }), rowAt(2)]);
  const { charges, unreadable } = await listTransafeCharges(http, since, until(60));
  expect(charges).toHaveLength(1);
  expect(unreadable).toEqual([
    { where: 'transaction T1', reason: 'reportMembers.amount (transafe.names.ts): 84,99' },
  ]);
});

test('[CHARGE-3] a report that has nothing in a window is empty; one that is not there at all is an error', async () => {
  const old = await transafeWith(() => [rowAt(-3_000)]);
  expect((await listTransafeCharges(old, since, until(60))).charges).toEqual([]);
  server?.close();
  const without = await transafeWith((report) => (report === 'settled' ? [] : [rowAt(1)]));
  await expect(listTransafeCharges(without, since, until(60))).rejects.toThrow(
    'settledReport (transafe.names.ts)',
  );
  await expect(listTransafeReturns(without, since, until(60))).rejects.toThrow(
    'settledReport (transafe.names.ts)',
  );
});

test('[PAY-6] the settled report is asked for until it was seen', async () => {
  const settled: Row[] = [];
  let calls = 0;
  const http = await transafeWith(() => {
    calls += 1;
    return settled;
  });
  expect([await hasSettledReport(http), await hasSettledReport(http), calls]).toEqual([false, false, 2]);
  settled.push(rowAt(1));
  expect(await hasSettledReport(http, 0)).toBe(false);
  expect([await hasSettledReport(http), await hasSettledReport(http), calls]).toEqual([true, true, 3]);
});

describe('debits that came back', () => {
  const returned = (change: Record<string, string> = {}) =>
    rowAt(1, { status: 'RETURNED', return_code: 'R01', return_timestamp: String(start + 9), ...change });
  const listed = async (...rows: Row[]) => {
    const found = await listTransafeReturns(await transafeWith(() => rows), since, until(60));
    return found.map(({ reason }) => reason);
  };

  test('[RETURN-1] count if they came back since the time, or do not say when', async () => {
    const { return_timestamp: _, ...timeless } = returned({ ttid: 'T2' });
    const early = returned({ ttid: 'T3', return_timestamp: String(start - 9) });
    const rows = [returned(), timeless as Row, early, rowAt(4, { status: 'REFUNDED' }), rowAt(5)];
    expect(await listed(...rows)).toEqual(['insufficient-funds', 'insufficient-funds']);
    expect(await listed(rowAt(4, { status: 'REFUNDED' }))).toEqual([]);
  });

  test('[RETURN-1] in a state that nobody knows are an error with its name, unless others can be read', async () => {
    const unknown = returned({ ttid: 'T2', status: 'CHARGEBACK' });
    await expect(listed(unknown)).rejects.toThrow('rowStatus (transafe.names.ts): a row that is CHARGEBACK');
    server?.close();
    expect(await listed(unknown, returned())).toEqual(['insufficient-funds']);
  });
});
