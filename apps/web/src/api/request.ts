import { apiPath } from '@myaccount/contract/endpoint';
import { config } from './config.ts';
import { stringifySearch } from './plain-search.ts';
import type { Session } from './session.ts';

/** What a call sends. */
export interface Request {
  /** True when the call neither sends nor ends the tab's session. */
  readonly isAnonymous?: boolean;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly cache?: RequestCache;
}

/** A request on its way, and the id by which the server's log knows it. */
export interface SentRequest {
  readonly correlationId: string;
  readonly response: Promise<Response>;
}

declare global {
  interface Window {
    /** Requests that the early script has sent, by call and session. */
    earlyRequests?: Map<string, SentRequest> | undefined;
  }
}

const correlationBytes = 16;

/** Header by which the server's log and a caller know a call. */
export const correlationHeader = 'X-Correlation-Id';

/** Returns a new id for a call. */
export function newCorrelationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(correlationBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function signalFor(signal: AbortSignal | undefined): AbortSignal | null {
  const signals = signal ? [signal] : [];
  if (config.flags.requestTimeoutEnabled) signals.push(AbortSignal.timeout(config.limits.requestTimeoutMs));
  return signals.length > 0 ? AbortSignal.any(signals) : null;
}

function keyOf(name: string, query: object | undefined, session: Session | undefined): string {
  return JSON.stringify([name, query, session?.accessToken]);
}

/** Sends a call, “METHOD /path”; or returns the same call if the early script has sent it for the same session. */
export function sendRequest(name: string, request: Request, session: Session | undefined): SentRequest {
  const [method = '', path = ''] = name.split(' ');
  const key = keyOf(name, request.query, session);
  const early = window.earlyRequests?.get(key);
  if (early) {
    window.earlyRequests?.delete(key);
    return early;
  }
  const correlationId = request.headers?.[correlationHeader] ?? newCorrelationId();
  const headers = new Headers(request.headers);
  headers.set(correlationHeader, correlationId);
  headers.set('Accept-Language', document.documentElement.lang);
  if (session) headers.set('Authorization', `${session.tokenType} ${session.accessToken}`);
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  const response = fetch(apiPath + path + stringifySearch(request.query ?? {}), {
    method,
    headers,
    body: request.body === undefined ? null : JSON.stringify(request.body),
    signal: signalFor(request.signal),
    cache: request.cache ?? 'no-store',
  });
  return { correlationId, response };
}

/** Sends a call before the page's scripts are there: the page then finds it on its way. */
export function sendEarly(name: string, query: object, session: Session): void {
  const request = sendRequest(name, { query }, session);
  window.earlyRequests?.set(keyOf(name, query, session), request);
  // Who takes it over learns of a failure.
  request.response.catch(() => undefined);
}

/** Drops what the early script has sent: it belongs to another account. */
export function dropEarly(): void {
  window.earlyRequests = undefined;
}
