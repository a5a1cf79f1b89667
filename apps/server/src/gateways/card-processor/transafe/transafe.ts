import type { TransafeSettings } from '../../gateway-settings.ts';
import { ServiceHttp } from '../../service-http.ts';
import { decimalsOf } from '../amounts.ts';
import type {
  ChargeRequest,
  ChargeResult,
  InquiryRequest,
  InquiryResult,
  ReportingProcessor,
} from '../card-processor.ts';
import { resultAfterLookUp } from '../unproven-result.ts';
import { chargeReports, failedReport, paths, reportQuery } from './transafe.names.ts';
import { findRefundMeans, inquireRefund, refund } from './transafe.refunds.ts';
import { hasSettledReport, listTransafeCharges, listTransafeReturns } from './transafe.reports.ts';
import { readPurchase, readReport } from './transafe.responses.ts';

/** Opens TranSafe's REST v2 (transafe.com, "REST API v2"), which charges cards and bank accounts by vault token. */
export function openTransafe(settings: TransafeSettings): ReportingProcessor {
  const { url, apiKeyId, apiKey, timeoutMs } = settings;
  const headers = { 'X-API-KEY-ID': apiKeyId, 'X-API-KEY': apiKey };
  const http = new ServiceHttp({ url, headers, timeoutMs });
  return {
    name: 'transafe',
    supportedKinds: ['card', 'bank'],
    inquiryWindowMs: null,
    charge: (charge) => purchase(http, charge, timeoutMs),
    inquire: (inquiry) => lookUp(http, inquiry, () => timeoutMs),
    // How a bank debit is given back is not documented.
    refundedKinds: ['card'],
    refundMeans: (charge) => findRefundMeans(http, charge),
    refund: (request) => refund(http, request),
    inquireRefund: (inquiry) => inquireRefund(http, inquiry),
    listCharges: (since, until) => listTransafeCharges(http, since, until),
    listReturns: (since, until) => listTransafeReturns(http, since, until),
    state: () => http.state(),
    refusesCalls: () => http.refusesCalls(),
  };
}

/**
 * Charges once. Every value is a string; amounts are dollars with two decimals. A response without our order number is
 * looked up in what remains of the time-out.
 */
async function purchase(http: ServiceHttp, charge: ChargeRequest, timeoutMs: number): Promise<ChargeResult> {
  const endsAtMs = performance.now() + timeoutMs;
  const response = await http.call({
    method: 'POST',
    path: paths.purchase,
    body: {
      account_data: { token: charge.token },
      money: { amount: decimalsOf(charge.amountCents) },
      order: { ordernum: charge.reference },
    },
    sendBefore: charge.sendBefore,
  });
  const { result, isProven } = readPurchase(response, charge);
  if (isProven) return result;
  const lookedUp = await lookUp(http, charge, () => endsAtMs - performance.now());
  return resultAfterLookUp(result, lookedUp);
}

/**
 * Looks for the order number in one report after the other. Returns not-found only if no report has it, and the report of settled charges
 * is known to exist: a charge that left the first report is in no other.
 */
async function lookUp(
  http: ServiceHttp,
  { reference, sentAt, lastFour }: Omit<InquiryRequest, 'transaction' | 'amountCents' | 'kind'>,
  remainingMs: () => number,
): Promise<InquiryResult> {
  const key = new URLSearchParams({ [reportQuery.order]: reference });
  for (const report of [...chargeReports, failedReport]) {
    const timeoutMs = Math.ceil(remainingMs());
    if (timeoutMs <= 0) return { outcome: 'unknown', text: 'no time left to look it up' };
    const response = await http.call({ method: 'GET', path: `${report}?${key}`, timeoutMs });
    const found = readReport(response, { reference, sentAt, lastFour });
    if (found !== 'not-here') return found;
  }
  if (await hasSettledReport(http, Math.ceil(remainingMs()))) return { outcome: 'not-found' };
  return { outcome: 'unknown', text: 'settledReport (transafe.names.ts): there is no such report' };
}
