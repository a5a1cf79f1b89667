import {
  apiPath,
  type BodyOf,
  type Endpoint,
  type QueryOf,
  type ReplyOf,
} from '@myaccount/contract/endpoint';
import type { Problem } from '@myaccount/contract/problem';
import { ApiProblem } from './api-problem.ts';
import { config } from './config.ts';
import { keepServerTime } from './server-time.ts';
import { expireSession, heldSession } from './session.ts';

type Argument<Name extends string, T> = T extends undefined
  ? { [N in Name]?: undefined }
  : { [N in Name]: T };

/** Input of a call: the contract’s query and body, and optional headers and abort signal. */
export type CallInput<E extends Endpoint> = Argument<'query', QueryOf<E>> &
  Argument<'body', BodyOf<E>> & {
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /** True when the call neither sends nor ends the tab's session. */
    isAnonymous?: boolean;
  };

type InputArguments<E extends Endpoint> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** A call by method and path: the compiler compares it with the contract, so that the browser needs no schemas. */
type CallName<E extends Endpoint> = `${E['method']} ${E['path']}`;

interface Request {
  isAnonymous?: boolean;
  query?: object | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  cache?: RequestCache;
}

const correlationBytes = 16;
const unauthorized = 401;

/** Header by which the server's log and a caller know a call. */
export const correlationHeader = 'X-Correlation-Id';

/** Returns a new id for a call. */
export function newCorrelationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(correlationBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function addressOf(path: string, query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  const search = parameters.toString();
  return `${apiPath}${path}${search && `?${search}`}`;
}

function signalFor(signal: AbortSignal | undefined): AbortSignal | null {
  const signals = signal ? [signal] : [];
  if (config.flags.requestTimeoutEnabled) signals.push(AbortSignal.timeout(config.limits.requestTimeoutMs));
  return signals.length > 0 ? AbortSignal.any(signals) : null;
}

async function problemFrom(response: Response, correlationId: string): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const id = body.correlationId ?? response.headers.get('x-correlation-id') ?? correlationId;
  return new ApiProblem(response.status, { ...body, correlationId: id }, response.headers.get('retry-after'));
}

async function send(
  name: string,
  request: Request = {},
): Promise<{ response: Response; correlationId: string }> {
  const [method = '', path = ''] = name.split(' ');
  const correlationId = request.headers?.[correlationHeader] ?? newCorrelationId();
  const session = request.isAnonymous ? undefined : heldSession();
  const headers = new Headers(request.headers);
  headers.set(correlationHeader, correlationId);
  headers.set('Accept-Language', document.documentElement.lang);
  if (session) headers.set('Authorization', `${session.tokenType} ${session.accessToken}`);
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  const response = await fetch(addressOf(path, request.query), {
    method,
    headers,
    body: request.body === undefined ? null : JSON.stringify(request.body),
    signal: signalFor(request.signal),
    cache: request.cache ?? 'no-store',
  }).catch((error: unknown) => {
    if (request.signal?.aborted) throw error;
    throw new ApiProblem(0, { correlationId });
  });
  keepServerTime(response.headers);
  if (response.ok) return { response, correlationId };
  if (response.status === unauthorized && session) expireSession(session.accessToken);
  throw await problemFrom(response, correlationId);
}

/** Makes one call of the contract and returns its reply. Throws {@link ApiProblem}. A 401 ends the session. */
export async function call<E extends Endpoint = never>(
  name: CallName<E>,
  ...[input]: InputArguments<E>
): Promise<ReplyOf<E>> {
  const { response, correlationId } = await send(name, input);
  return (await response.json().catch(() => {
    throw new ApiProblem(0, { correlationId });
  })) as ReplyOf<E>;
}

/**
 * Makes one call whose reply is a file, and returns the file. Throws {@link ApiProblem}. A file that the server lets the
 * browser keep is only sent again after it changed.
 */
export async function download<E extends Endpoint = never>(
  name: CallName<E>,
  ...[input]: InputArguments<E>
): Promise<Blob> {
  const { response, correlationId } = await send(name, { ...input, cache: 'no-cache' });
  return response.blob().catch(() => {
    throw new ApiProblem(0, { correlationId });
  });
}
