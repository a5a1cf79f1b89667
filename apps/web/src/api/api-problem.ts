import type { FieldError, Problem, ProblemCode } from '@myaccount/contract/problem';

/** A code of the contract, or `network`: no answer came, so that nobody knows what happened. */
export type ApiProblemCode = ProblemCode | 'network';

/** Why a call gave no reply. `status` is 0 where no answer came. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: ApiProblemCode;
  readonly errors: readonly FieldError[];
  readonly correlationId: string;
  /** What the server says beside the code, in plain words; the reason of a declined payment. */
  readonly detail: string | undefined;
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
    const seconds = Number(retryAfter || Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }

  /** True where the call may have been carried out although no answer says so. */
  get isUncertain(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}
