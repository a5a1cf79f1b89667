import type { FieldError, Problem, ProblemCode } from '@myaccount/contract/problem';

/** A code of the contract, or `network`: no response came, so the outcome is unknown. */
export type ApiProblemCode = ProblemCode | 'network';

/** Returns by what the log knows the call that failed; undefined for an error that is of no call. */
export function correlationIdOf(error: unknown): string | undefined {
  return error instanceof ApiProblem ? error.correlationId : undefined;
}

/** Returns whether what was asked for does not exist, or not for the caller. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

/** Why a call failed. `status` is 0 if no response came. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: ApiProblemCode;
  readonly errors: readonly FieldError[];
  readonly correlationId: string;
  /** The server’s explanation, such as the reason for a declined payment. */
  readonly detail: string | undefined;
  /** The payment reference of a payment that was refused. */
  readonly reference: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    problem: Partial<Problem> & { correlationId: string },
    retryAfter?: string | null,
  ) {
    const code = (problem.code ?? (status === 0 ? 'network' : 'server.error')) as ApiProblemCode;
    super(`${status} ${code}`);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = code;
    this.errors = problem.errors ?? [];
    this.correlationId = problem.correlationId;
    this.detail = problem.detail;
    this.reference = problem.reference;
    const seconds = Number(retryAfter || Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }

  /** Whether the server may have carried out the call anyway. */
  get isUncertain(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}
