import {
  BrokenCircuitError,
  type BulkheadPolicy,
  BulkheadRejectedError,
  bulkhead,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
} from 'cockatiel';
import type { Deadline } from '../../platform/deadline.ts';
import type { ServiceState } from '../../platform/http/health.ts';

/** Outcome of one HTTP call. */
export type ProcessorResponse =
  /** The processor's own response, in JSON. */
  | { readonly kind: 'response'; readonly status: number; readonly body: Readonly<Record<string, unknown>> }
  /** The call was or may have been sent, without a readable response. */
  | { readonly kind: 'no-response'; readonly text: string }
  /** No byte of the call reached the processor. */
  | { readonly kind: 'not-sent'; readonly text: string };

/** One HTTP call to a processor. */
export interface ProcessorCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** The call is not sent when this is over. */
  readonly sendBefore?: Deadline;
  /** Time-out of this call, if less than the usual one remains. */
  readonly timeoutMs?: number;
}

/** Address, credentials and time-out of a processor. */
export interface ProcessorHttpOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Maximum concurrent calls. More are refused, so that a slow processor cannot block the whole server. */
const concurrentCalls = 40;
const failuresUntilOpen = 5;
const firstServerError = 500;

/**
 * Connection failures that occur before any byte of the request is sent.
 * Source: Node.js, "Common system errors" and "TLS: X509 certificate error codes"; undici's connect time-out.
 */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Makes JSON calls to one processor, with a time-out, a limit of concurrent calls, and a circuit breaker. */
export class ProcessorHttp {
  readonly #options: ProcessorHttpOptions;
  readonly #limit: BulkheadPolicy = bulkhead(concurrentCalls);
  readonly #circuit: CircuitBreakerPolicy;
  /** Time until which an open circuit refuses every call, on the process's monotonic clock. */
  #refusesUntilMs = 0;

  constructor(options: ProcessorHttpOptions) {
    this.#options = options;
    this.#circuit = circuitBreaker(handleWhenResult(isFailure), {
      breaker: new ConsecutiveBreaker(failuresUntilOpen),
      // Every call made before the break has timed out by then.
      halfOpenAfter: options.timeoutMs,
    });
    this.#circuit.onBreak(() => {
      this.#refusesUntilMs = performance.now() + options.timeoutMs;
    });
  }

  /** Returns `away` after several failures in a row, until a call succeeds. */
  state(): ServiceState {
    return this.#circuit.state === CircuitState.Closed ? 'ok' : 'away';
  }

  /** Returns whether a call would be refused now without being sent. */
  refusesCalls(): boolean {
    return this.#circuit.state === CircuitState.Open && performance.now() < this.#refusesUntilMs;
  }

  /** Makes one call. Does not throw for failures of the call. */
  async call(call: ProcessorCall): Promise<ProcessorResponse> {
    try {
      return await this.#limit.execute(() => this.#circuit.execute(() => this.#send(call)));
    } catch (error) {
      if (error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError) {
        return { kind: 'not-sent', text: error.message };
      }
      throw error;
    }
  }

  async #send({ method, path, body, sendBefore, timeoutMs }: ProcessorCall): Promise<ProcessorResponse> {
    const { url, headers } = this.#options;
    if (sendBefore?.isOver()) return { kind: 'not-sent', text: 'too late to send' };
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs ?? this.#options.timeoutMs),
      });
      return readResponse(response.status, await response.text());
    } catch (error) {
      return failedCall(error);
    }
  }
}

function readResponse(status: number, text: string): ProcessorResponse {
  const body = parseObject(text);
  return body
    ? { kind: 'response', status, body }
    : { kind: 'no-response', text: `HTTP ${status} without JSON` };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function failedCall(error: unknown): ProcessorResponse {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const text = [code, cause instanceof Error ? cause.message : String(cause)].filter(Boolean).join(': ');
  return { kind: beforeSending.has(code) ? 'not-sent' : 'no-response', text };
}

function isFailure(result: unknown): boolean {
  const response = result as ProcessorResponse;
  return response.kind !== 'response' || response.status >= firstServerError;
}
