import { AsyncLocalStorage } from 'node:async_hooks';
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
import type { Deadline } from '../platform/deadline.ts';
import type { ServiceState } from '../platform/http/health.ts';

/** The service's own response, in JSON. */
export interface JsonResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Headers;
}

/** Outcome of one HTTP call. */
export type ServiceResponse =
  | JsonResponse
  /** The call was or may have been sent, without a readable response. */
  | { readonly kind: 'no-response'; readonly text: string }
  /** No byte of the call reached the service. */
  | { readonly kind: 'not-sent'; readonly text: string };

/** There is no answer, or none that can be read. The text names no person. */
export interface Unavailable {
  readonly outcome: 'unavailable';
  readonly text: string;
}

/** One HTTP call to an outside service. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form, in place of a body. */
  readonly form?: Readonly<Record<string, string>>;
  /** Besides those of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The call is not sent when this is over. */
  readonly sendBefore?: Deadline;
  /** Time-out of this call, if less than the usual one remains. */
  readonly timeoutMs?: number;
}

/** Address, credentials and time-out of an outside service. */
export interface ServiceHttpOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Maximum concurrent calls. More are refused, so that a slow service cannot block the whole server. */
const concurrentCalls = 40;
const failuresUntilOpen = 5;

/** Statuses of responses that services document. */
export const httpStatus = {
  ok: 200,
  created: 201,
  noContent: 204,
  firstRedirect: 300,
  firstClientError: 400,
  notFound: 404,
  conflict: 409,
  firstServerError: 500,
} as const;

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

const listeners = new AsyncLocalStorage<JsonResponse[]>();

/** Does `work` and adds what services answer meanwhile to `answers`, for an operator who compares it with what is expected. */
export function listening<R>(answers: JsonResponse[], work: () => R): R {
  return listeners.run(answers, work);
}

/** Makes calls to one outside service, which answers in JSON, with a time-out, a limit of concurrent calls, and a circuit breaker. */
export class ServiceHttp {
  readonly #options: ServiceHttpOptions;
  readonly #limit: BulkheadPolicy = bulkhead(concurrentCalls);
  readonly #circuit: CircuitBreakerPolicy;
  /** Time until which an open circuit refuses every call, on the process's monotonic clock. */
  #refusesUntilMs = 0;

  constructor(options: ServiceHttpOptions) {
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
  async call(call: ServiceCall): Promise<ServiceResponse> {
    try {
      const response = await this.#limit.execute(() => this.#circuit.execute(() => this.#send(call)));
      if (response.kind === 'response') listeners.getStore()?.push(response);
      return response;
    } catch (error) {
      if (error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError) {
        return { kind: 'not-sent', text: error.message };
      }
      throw error;
    }
  }

  /** Makes one call and returns what `read` says of its response. */
  async ask<R>(call: ServiceCall, read: (response: JsonResponse) => R): Promise<R | Unavailable> {
    const response = await this.call(call);
    return response.kind === 'response' ? read(response) : unavailable(response.text);
  }

  async #send({ method, path, body, form, ...call }: ServiceCall): Promise<ServiceResponse> {
    const { url, headers, timeoutMs } = this.#options;
    if (call.sendBefore?.isOver()) return { kind: 'not-sent', text: 'too late to send' };
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...headers,
          ...call.headers,
          accept: 'application/json',
          // A body-less call with a type is refused by many services.
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: form ? new URLSearchParams(form).toString() : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(call.timeoutMs ?? timeoutMs),
      });
      return readResponse(response, await response.text());
    } catch (error) {
      return failedCall(error);
    }
  }
}

/** Returns after how many seconds a service wants to be asked again (RFC 9110, 10.2.3: seconds alone); null where it says nothing. */
export function retryAfterSeconds({ headers }: JsonResponse): number | null {
  const given = headers?.get('retry-after');
  return given && /^\d{1,5}$/.test(given) ? Number(given) : null;
}

/** Returns the outcome of a call without a readable answer. */
export function unavailable(text: string): Unavailable {
  return { outcome: 'unavailable', text };
}

function readResponse({ status, headers }: Response, text: string): ServiceResponse {
  const body = status === httpStatus.noContent ? {} : parseObject(text);
  return body
    ? { kind: 'response', status, body, headers }
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

function failedCall(error: unknown): ServiceResponse {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const text = [code, cause instanceof Error ? cause.message : String(cause)].filter(Boolean).join(': ');
  return { kind: beforeSending.has(code) ? 'not-sent' : 'no-response', text };
}

function isFailure(result: unknown): boolean {
  const response = result as ServiceResponse;
  return response.kind !== 'response' || response.status >= httpStatus.firstServerError;
}
