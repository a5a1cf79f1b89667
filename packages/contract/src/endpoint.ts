import type { z } from 'zod';
import { commonProblems, type ProblemCode } from './problem.ts';

/** Base path of the portal; the API is under it. */
export const basePath = '/myaccount';
/** Base path of the API. */
export const apiPath = `${basePath}/api`;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the API as data. The server registers its route from it, and the web client's types come from it.
 * `path` is relative to {@link apiPath}.
 */
export interface Endpoint {
  /** Name of the call in the OpenAPI document and in the clients generated from it; unique. */
  readonly operationId: string;
  /** The word of its feature, by which the OpenAPI document groups calls. */
  readonly feature: string;
  readonly method: Method;
  readonly path: `/${string}`;
  /** One sentence for the OpenAPI page. */
  readonly summary: string;
  /** Id of the requirement in docs/requirements.md. */
  readonly requirement: string;
  /** True if the call needs no session. */
  readonly isPublic?: boolean;
  /** True if an open page makes the call by itself again and again: it does not keep a session alive. */
  readonly isPolled?: true;
  readonly query?: z.ZodObject;
  /** Request headers that the call reads, by their usual spelling. */
  readonly headers?: z.ZodObject;
  /** JSON body. Without it a request may send none; a GET never has one. */
  readonly body?: z.ZodType;
  /** JSON reply on success; undefined if the reply is a file. */
  readonly reply?: z.ZodType;
  /** Media type of the reply if it is a file. */
  readonly file?: string;
  /**
   * True if the file carries an ETag: the caller's own cache may keep it, and `If-None-Match` answers 304 while it holds.
   * Every other reply stays out of caches.
   */
  readonly hasEntityTag?: true;
  /** HTTP status on success; 200 by default. */
  readonly status?: number;
  /** Problem codes of this call, in addition to those of every call. */
  readonly problems: readonly ProblemCode[];
}

/** Returns the definition with its literal types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** Returns every problem code that the call can answer with. */
export function problemsOf({ method, isPublic, problems }: Endpoint): ProblemCode[] {
  const { always, signedIn, withBody } = commonProblems;
  return [...always, ...(isPublic ? [] : signedIn), ...(method === 'GET' ? [] : withBody), ...problems];
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a caller sends in the query. */
export type QueryOf<E extends Endpoint> = Input<E['query']>;
/** What a caller sends in the body. */
export type BodyOf<E extends Endpoint> = Input<E['body']>;
/** What a caller receives on success. */
export type ReplyOf<E extends Endpoint> = Output<E['reply']>;
