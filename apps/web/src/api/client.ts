import type { BodyOf, Endpoint, QueryOf, ReplyOf } from '@myaccount/contract/endpoint';
import type { Problem } from '@myaccount/contract/problem';
import { ApiProblem } from './api-problem.ts';
import { type Request, sendRequest } from './request.ts';
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

const unauthorized = 401;

async function problemFrom(response: Response, correlationId: string): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const id = body.correlationId ?? response.headers.get('x-correlation-id') ?? correlationId;
  return new ApiProblem(response.status, { ...body, correlationId: id }, response.headers.get('retry-after'));
}

async function send(
  name: string,
  request: Request = {},
): Promise<{ response: Response; correlationId: string }> {
  const session = request.isAnonymous ? undefined : heldSession();
  const sent = sendRequest(name, request, session);
  const { correlationId } = sent;
  const response = await sent.response.catch((error: unknown) => {
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
