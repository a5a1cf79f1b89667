import { ApiProblem } from './api-problem.ts';
import { call } from './client.ts';
import { endpoints } from './endpoints.ts';

/** What an error says without anything of the customer’s in it. */
function describe(error: unknown): string {
  if (error instanceof ApiProblem) return `${error.message} ${error.correlationId}`;
  return error instanceof Error ? error.name : 'unknown';
}

/** Puts a page’s own failure into the log (API-21); that it cannot be logged stops nothing. */
export function logFailure(accountNumber: string, action: string, error: unknown): void {
  call(endpoints.logEvent, { body: { accountNumber, action, error: describe(error) } }).catch(
    () => undefined,
  );
}
