import type { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/** Path under which everything is served; the API stands below it. */
export const basePath = '/myaccount';
/** Path of the API. */
export const apiPath = `${basePath}/api`;

/**
 * One call of the API as data: the server registers its route from it and the web's client is typed from it.
 * `path` is relative to {@link apiPath}.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  /** One sentence for the OpenAPI page. */
  readonly summary: string;
  /** The requirement that asks for the call. */
  readonly requirement: string;
  /** True where no session is needed. */
  readonly isPublic?: boolean;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Shape of the successful answer; undefined where the answer is a file. */
  readonly reply?: z.ZodType;
  /** Media type of the successful answer where it is a file. */
  readonly file?: string;
  /** HTTP status of the successful answer, 200 unless told. */
  readonly status?: number;
  /** Problem codes that the call can answer besides those every call can. */
  readonly problems: readonly ProblemCode[];
}

/** Keeps the literal types of an endpoint. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a caller sends in the query. */
export type QueryOf<E extends Endpoint> = Input<E['query']>;
/** What a caller sends in the body. */
export type BodyOf<E extends Endpoint> = Input<E['body']>;
/** What a caller gets. */
export type ReplyOf<E extends Endpoint> = Output<E['reply']>;
