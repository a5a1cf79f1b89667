import type { Clock } from '@myaccount/clock';
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
import type { ServiceState } from '../../platform/http/health.ts';

/** What a call brought back. */
export type ProcessorAnswer =
  /** An answer of the processor’s own, in JSON. */
  | { readonly kind: 'answered'; readonly status: number; readonly body: Readonly<Record<string, unknown>> }
  /** Sent, or may have been; no answer that can be read. */
  | { readonly kind: 'silent'; readonly text: string }
  /** Not a byte of it reached the processor. */
  | { readonly kind: 'not-sent'; readonly text: string };

export interface ProcessorCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** From this moment on the call is not made any more. */
  readonly sendBefore?: Date;
}

export interface ProcessorHttpOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** Calls at once; what comes on top is refused, so that a slow processor cannot take the whole server. */
const callsAtOnce = 40;
const failuresUntilOpen = 5;
const firstServerError = 500;

/**
 * Failures of the connection, before any byte of the request can have been sent.
 * Source: Node.js, “Common system errors” and “TLS: X509 certificate error codes”; undici’s connect time-out.
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

/** JSON calls to one processor: a time-out, a limit of calls at once, and a circuit that opens when it is away. */
export class ProcessorHttp {
  readonly #options: ProcessorHttpOptions;
  readonly #limit: BulkheadPolicy = bulkhead(callsAtOnce);
  readonly #circuit: CircuitBreakerPolicy;
  /** Until when an open circuit refuses every call, on the process’s own monotonic clock. */
  #refusesUntilMs = 0;

  constructor(options: ProcessorHttpOptions) {
    this.#options = options;
    this.#circuit = circuitBreaker(handleWhenResult(isFailure), {
      breaker: new ConsecutiveBreaker(failuresUntilOpen),
      // As long as a call may take: what was on its way then has ended.
      halfOpenAfter: options.timeoutMs,
    });
    this.#circuit.onBreak(() => {
      this.#refusesUntilMs = performance.now() + options.timeoutMs;
    });
  }

  /** `away` from several failures in a row until a call goes well again. */
  state(): ServiceState {
    return this.#circuit.state === CircuitState.Closed ? 'ok' : 'away';
  }

  /** Whether a call would be refused without being sent. */
  refusesCalls(): boolean {
    return this.#circuit.state === CircuitState.Open && performance.now() < this.#refusesUntilMs;
  }

  /** Makes one call; never throws. */
  async call(call: ProcessorCall): Promise<ProcessorAnswer> {
    try {
      return await this.#limit.execute(() => this.#circuit.execute(() => this.#send(call)));
    } catch (error) {
      if (error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError) {
        return { kind: 'not-sent', text: error.message };
      }
      throw error;
    }
  }

  async #send({ method, path, body, sendBefore }: ProcessorCall): Promise<ProcessorAnswer> {
    const { url, headers, timeoutMs, clock } = this.#options;
    if (sendBefore && clock.now() >= sendBefore) return { kind: 'not-sent', text: 'too late to be sent' };
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return readAnswer(response.status, await response.text());
    } catch (error) {
      return failedCall(error);
    }
  }
}

function readAnswer(status: number, text: string): ProcessorAnswer {
  const body = parseObject(text);
  return body ? { kind: 'answered', status, body } : { kind: 'silent', text: `HTTP ${status} without JSON` };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function failedCall(error: unknown): ProcessorAnswer {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const text = [code, cause instanceof Error ? cause.message : String(cause)].filter(Boolean).join(': ');
  return { kind: beforeSending.has(code) ? 'not-sent' : 'silent', text };
}

function isFailure(result: unknown): boolean {
  const answer = result as ProcessorAnswer;
  return answer.kind !== 'answered' || answer.status >= firstServerError;
}
