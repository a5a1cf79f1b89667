import type { logEvent } from '@myaccount/contract/audit';
import { ApiProblem } from './api-problem.ts';
import { call } from './client.ts';
import { correlationHeader, newCorrelationId } from './request.ts';

/** Describes an error without customer data. */
function describe(error: unknown): string {
  if (error instanceof ApiProblem) return `${error.message} ${error.correlationId}`;
  return error instanceof Error ? error.name : 'unknown';
}

/** Logs a failure of a page (API-21) and returns the correlation id of the entry. A failure to log is ignored. */
export function logFailure(accountNumber: string, action: string, error: unknown): string {
  const correlationId = newCorrelationId();
  call<typeof logEvent>('POST /logger/log', {
    body: { accountNumber, action, error: describe(error) },
    headers: { [correlationHeader]: correlationId },
  }).catch(() => undefined);
  return correlationId;
}

/** Logs a step of a page (API-21), for the record of what a customer did. A failure to log is ignored. */
export function logStep(accountNumber: string, action: string): void {
  call<typeof logEvent>('POST /logger/log', { body: { accountNumber, action } }).catch(() => undefined);
}
