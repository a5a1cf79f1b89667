import type { Clock } from '@myaccount/clock';
import { decimalsOf } from '../amounts.ts';
import type { CardProcessor, Charge, ChargeResult, Inquiry, InquiryResult } from '../card-processor.ts';
import { ProcessorHttp } from '../processor-http.ts';
import { readPurchase, readReport, readRow } from './transafe.answers.ts';
import { paths } from './transafe.names.ts';

interface TransafeOptions {
  readonly url: string;
  readonly apiKeyId: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** TranSafe’s REST v2 (transafe.com, “REST API v2”): charges cards and bank accounts by their vault token. */
export function openTransafe({ url, apiKeyId, apiKey, timeoutMs, clock }: TransafeOptions): CardProcessor {
  const headers = { 'X-API-KEY-ID': apiKeyId, 'X-API-KEY': apiKey };
  const http = new ProcessorHttp({ url, headers, timeoutMs, clock });
  return {
    name: 'transafe',
    takes: ['card', 'bank'],
    remembersMs: null,
    charge: (charge) => purchase(http, charge),
    inquire: (inquiry) => lookUp(http, inquiry),
    state: () => http.state(),
    refusesCalls: () => http.refusesCalls(),
  };
}

/** Every value is a string; amounts are dollars with two decimals. */
async function purchase(http: ProcessorHttp, charge: Charge): Promise<ChargeResult> {
  const answer = await http.call({
    method: 'POST',
    path: paths.purchase,
    body: {
      account_data: { token: charge.token },
      money: { amount: decimalsOf(charge.amountCents) },
      order: { ordernum: charge.reference },
    },
    sendBefore: charge.sendBefore,
  });
  return readPurchase(answer, charge);
}

/** Looks for the order number in one report after the other; only when no report has it, it is not found. */
async function lookUp(http: ProcessorHttp, inquiry: Inquiry): Promise<InquiryResult> {
  const key = new URLSearchParams({ ordernum: inquiry.reference });
  for (const report of paths.reports) {
    const answer = await http.call({ method: 'GET', path: `${report}?${key}` });
    const found = readReport(answer, inquiry.reference);
    if (found === 'unclear') return { outcome: 'unknown', text: `no answer from ${report}` };
    if (found !== 'not-here') return readRow(found);
  }
  return { outcome: 'not-found' };
}
