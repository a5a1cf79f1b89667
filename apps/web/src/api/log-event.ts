import { ApiProblem } from './api-problem.ts';
import { call } from './client.ts';
import { endpoints } from './endpoints.ts';

/** Describes an error without customer data. */
function describe(error: unknown): string {
  if (error instanceof ApiProblem) return `${error.message} ${error.correlationId}`;
  return error instanceof Error ? error.name : 'unknown';
}

/** Logs a failure of a page (API-21). A failure to log is ignored. */
export function logFailure(accountNumber: string, action: string, error: unknown): void {
  call(endpoints.logEvent, { body: { accountNumber, action, error: describe(error) } }).catch(
    () => undefined,
  );
}
