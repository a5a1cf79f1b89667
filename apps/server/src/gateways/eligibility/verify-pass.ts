import { hash, timingSafeEqual } from 'node:crypto';
import type { VerifyPassSettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import { ServiceHttp, type ServiceResponse } from '../service-http.ts';
import type { Eligibility, OpenedWidget, ReportPage } from './eligibility.ts';
import { callbackKeyHeader, callKeyHeader, tokenPath, widgetPath } from './verify-pass.names.ts';
import { readCallbackRows, readReport } from './verify-pass.rows.ts';

const okStatus = 200;
const service = 'verify-pass';

/** Opens VerifyPass. Nothing is sent before the first call. */
export function openVerifyPass(settings: VerifyPassSettings): Eligibility {
  const { url, apiKey, previousApiKey, widgetKey, timeoutMs, reportPath } = settings;
  const http = new ServiceHttp({ url, headers: { [callKeyHeader]: apiKey }, timeoutMs });
  const keys = [apiKey, ...(previousApiKey === null ? [] : [previousApiKey])].map(digest);
  return {
    openWidget: (emailAddress) =>
      measureCall({ processor: service, call: 'token' }, async () => {
        const body = { email: emailAddress, lock_email: true };
        return readToken(await http.call({ method: 'POST', path: tokenPath, body }), settings);
      }),
    listVerifications: ({ from, to, page }) =>
      measureCall({ processor: service, call: 'report' }, async () => {
        const query = { page: String(page), widget_key: widgetKey, startDate: from, endDate: to };
        const path = `${reportPath}?${new URLSearchParams(query)}`;
        return readReportPage(await http.call({ method: 'GET', path }), settings);
      }),
    isSigned: ({ [callbackKeyHeader]: given }) => {
      if (typeof given !== 'string') return false;
      // Each is compared, so that the time says nothing about which one is near.
      return keys.map((key) => timingSafeEqual(key, digest(given))).includes(true);
    },
    readCallback: (body) => readCallbackRows(body, settings),
    state: () => http.state(),
  };
}

function digest(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'hex'), 'hex');
}

function readToken(response: ServiceResponse, settings: VerifyPassSettings): OpenedWidget {
  if (response.kind !== 'response') return { outcome: 'unavailable', text: response.text };
  const { status, body } = response;
  const { token } = body;
  const isToken = status === okStatus && typeof token === 'string' && /^[\x21-\x7e]{1,4096}$/.test(token);
  if (!isToken) return { outcome: 'unavailable', text: `HTTP ${status} without token` };
  const url = new URL(settings.url + widgetPath(settings.widgetKey));
  url.searchParams.set(settings.tokenParameter, token);
  return { outcome: 'opened', url: url.href };
}

function readReportPage(response: ServiceResponse, settings: VerifyPassSettings): ReportPage {
  if (response.kind !== 'response') return { outcome: 'unavailable', text: response.text };
  const page = response.status === okStatus ? readReport(response.body, settings) : undefined;
  return page
    ? { outcome: 'listed', ...page }
    : { outcome: 'unavailable', text: `HTTP ${response.status} without a report` };
}
