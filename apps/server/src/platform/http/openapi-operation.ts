import { STATUS_CODES } from 'node:http';
import { type Endpoint, problemsOf } from '@myaccount/contract/endpoint';
import { type ProblemCode, problemStatus } from '@myaccount/contract/problem';
import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import type { z } from 'zod';
import { inputSchema, type OutputSchemas, referenceTo } from './openapi-schemas.ts';
import { problemType } from './problems.ts';

type Parameter = OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject;
type Response = OpenAPIV3_1.ResponseObject;
type Headers = NonNullable<Response['headers']>;

/** Headers that every response of the API has. */
const everyHeader: Headers = {
  'X-Correlation-Id': referenceTo('headers', 'CorrelationId'),
  'Cache-Control': referenceTo('headers', 'CacheControl'),
};

/** Headers of a file with an entity tag, and of the 304 that replaces it. */
const taggedHeader: Headers = {
  ...everyHeader,
  'Cache-Control': referenceTo('headers', 'PrivateCache'),
  ETag: referenceTo('headers', 'EntityTag'),
};

/** Headers of a refusal, in addition to those of every response. */
const headersOfStatus: Readonly<Record<number, Headers>> = {
  401: { 'WWW-Authenticate': referenceTo('headers', 'Authenticate') },
  409: { 'Retry-After': referenceTo('headers', 'MayRetryAfter') },
  429: { 'Retry-After': referenceTo('headers', 'RetryAfter') },
  503: { 'Retry-After': referenceTo('headers', 'RetryAfter') },
};

type Reply = OutputSchemas['replies'][string] | undefined;

/** Returns the description of one call; `reply` is the schema of its JSON reply. */
export function operationOf(endpoint: Endpoint, reply: Reply): OpenAPIV3_1.OperationObject {
  const { operationId, summary, requirement, feature, isPublic, body } = endpoint;
  return {
    operationId,
    summary,
    description: `Keeps requirement ${requirement}.`,
    tags: [feature],
    security: isPublic ? [] : [{ session: [] }],
    parameters: [
      referenceTo('parameters', 'CorrelationId'),
      ...parametersOf(endpoint.headers, 'header'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...(body ? { requestBody: { required: true, content: jsonContent(inputSchema(body)) } } : {}),
    responses: {
      [endpoint.status ?? 200]: successOf(endpoint, reply),
      ...(endpoint.hasEntityTag
        ? { 304: { description: 'The caller has the file.', headers: taggedHeader, content: {} } }
        : {}),
      ...Object.fromEntries(
        refusalsOf(endpoint).map(([status, codes]) => [
          status,
          referenceTo('responses', responseName(codes)),
        ]),
      ),
    },
  };
}

/** Returns the refusals of these calls by the name that {@link operationOf} refers to them with. */
export function problemResponses(endpoints: readonly Endpoint[]): Record<string, Response> {
  const refusals = endpoints.flatMap(refusalsOf);
  return Object.fromEntries(
    refusals.map(([status, codes]) => [responseName(codes), problemResponse(status, codes)]),
  );
}

function parametersOf(object: z.ZodObject | undefined, place: 'header' | 'query'): Parameter[] {
  if (!object) return [];
  const { properties = {}, required = [] } = inputSchema(object);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    // These types reuse the parameters of OpenAPI 3.0.
    schema: schema as OpenAPIV3.SchemaObject,
  }));
}

function successOf({ status = 200, file, hasEntityTag }: Endpoint, reply: Reply): Response {
  const description = STATUS_CODES[status] ?? 'Success';
  if (reply) return { description, headers: everyHeader, content: jsonContent(reply) };
  return {
    description,
    headers: {
      ...(hasEntityTag ? taggedHeader : everyHeader),
      'Content-Disposition': referenceTo('headers', 'ContentDisposition'),
    },
    content: file ? { [file]: { schema: { type: 'string', format: 'binary' } } } : {},
  };
}

/** Returns the statuses of a call's refusals with their codes. */
function refusalsOf(endpoint: Endpoint): [number, ProblemCode[]][] {
  return [...Map.groupBy(problemsOf(endpoint), (code) => problemStatus[code])];
}

function problemResponse(status: number, codes: readonly ProblemCode[]): Response {
  const code = { type: 'string' as const, enum: [...codes] };
  const thisStatus = { type: 'integer' as const, enum: [status] };
  return {
    description: `${STATUS_CODES[status]}: ${codes.join(', ')}.`,
    headers: { ...everyHeader, ...headersOfStatus[status] },
    content: {
      [problemType]: {
        schema: {
          allOf: [
            referenceTo('schemas', 'Problem'),
            { type: 'object', properties: { status: thisStatus, code } },
          ],
        },
      },
    },
  };
}

/** Returns “RequestInvalid_PaymentsNothingDue” for the codes of a status. */
function responseName(codes: readonly ProblemCode[]): string {
  return codes.map((code) => code.replaceAll(/(?:^|\W)(\w)/g, (_, letter) => letter.toUpperCase())).join('_');
}

function jsonContent(schema: OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject) {
  return { 'application/json': { schema } };
}
