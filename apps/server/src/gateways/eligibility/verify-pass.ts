import type { VerifyPassSettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import { httpStatus, type JsonResponse, ServiceHttp, unavailable } from '../service-http.ts';
import { keyCheck } from '../shared-key.ts';
import type { Eligibility, OpenedWidget, ReportPage } from './eligibility.ts';
import { callbackKeyHeader, callKeyHeader, tokenPath, widgetPath } from './verify-pass.names.ts';
import { readCallbackRows, readReport } from './verify-pass.rows.ts';

const service = 'verify-pass';

/** Opens VerifyPass. Nothing is sent before the first call. */
export function openVerifyPass(settings: VerifyPassSettings): Eligibility {
  const { url, apiKey, previousApiKey, widgetKey, timeoutMs, reportPath } = settings;
  const http = new ServiceHttp({ url, headers: { [callKeyHeader]: apiKey }, timeoutMs });
  const isKey = keyCheck(apiKey, previousApiKey);
  return {
    openWidget: (emailAddress) =>
      measureCall(service, 'token', () => {
        const body = { email: emailAddress, lock_email: true };
        return http.ask({ method: 'POST', path: tokenPath, body }, (token) => readToken(token, settings));
      }),
    listVerifications: ({ from, to, page }) =>
      measureCall(service, 'report', () => {
        const query = { page: String(page), widget_key: widgetKey, startDate: from, endDate: to };
        const path = `${reportPath}?${new URLSearchParams(query)}`;
        return http.ask({ method: 'GET', path }, (report) => readReportPage(report, settings));
      }),
    isSigned: ({ [callbackKeyHeader]: given }) => typeof given === 'string' && isKey(given),
    readCallback: (body) => readCallbackRows(body, settings),
    state: () => http.state(),
  };
}

function readToken({ status, body: { token } }: JsonResponse, settings: VerifyPassSettings): OpenedWidget {
  const isToken =
    status === httpStatus.ok && typeof token === 'string' && /^[\x21-\x7e]{1,4096}$/.test(token);
  if (!isToken) return unavailable(`HTTP ${status} without token`);
  const url = new URL(settings.url + widgetPath(settings.widgetKey));
  url.searchParams.set(settings.tokenParameter, token);
  return { outcome: 'opened', url: url.href };
}

function readReportPage({ status, body }: JsonResponse, settings: VerifyPassSettings): ReportPage {
  const page = status === httpStatus.ok ? readReport(body, settings) : undefined;
  return page ? { outcome: 'listed', ...page } : unavailable(`HTTP ${status} without a report`);
}
