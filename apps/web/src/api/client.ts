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

/** Sends a call and reads its reply. A connection that ends midway is no reply. */
async function send<Reply>(
  name: string,
  request: Request,
  read: (response: Response) => Promise<Reply>,
): Promise<Reply> {
  const session = request.isAnonymous ? undefined : heldSession();
  const { response: coming, correlationId } = sendRequest(name, request, session);
  const fail = (error: unknown) => {
    throw request.signal?.aborted ? error : new ApiProblem(0, { correlationId });
  };
  const response = await coming.catch(fail);
  keepServerTime(response.headers);
  if (response.ok) return read(response).catch(fail);
  if (response.status === unauthorized && session) expireSession(session.accessToken);
  throw await problemFrom(response, correlationId);
}

/** Makes one call of the contract and returns its reply. Throws {@link ApiProblem}. A 401 ends the session. */
export function call<E extends Endpoint = never>(
  name: CallName<E>,
  ...[input]: InputArguments<E>
): Promise<ReplyOf<E>> {
  return send(name, input ?? {}, (response) => response.json() as Promise<ReplyOf<E>>);
}

/**
 * Makes one call whose reply is a file, and returns the file. Throws {@link ApiProblem}. A file that the server lets the
 * browser keep is only sent again after it changed.
 */
export function download<E extends Endpoint = never>(
  name: CallName<E>,
  ...[input]: InputArguments<E>
): Promise<Blob> {
  return send(name, { ...input, cache: 'no-cache' }, (response) => response.blob());
}
