import { apiPath, basePath, type Endpoint } from '@myaccount/contract/endpoint';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Config } from '../platform-settings.ts';
import { correlationIdPattern } from './correlation.ts';
import { operationOf, problemResponses } from './openapi-operation.ts';
import { outputSchemas } from './openapi-schemas.ts';

const correlationId = { type: 'string' as const, pattern: correlationIdPattern.source };
const seconds = { type: 'integer' as const, minimum: 0 };

const headers: Record<string, OpenAPIV3_1.HeaderObject> = {
  CorrelationId: {
    description: 'Id of the call in the server’s log: the caller’s own, or a new one.',
    required: true,
    schema: correlationId,
  },
  CacheControl: {
    description: 'Responses hold customer data and stay out of caches.',
    required: true,
    schema: { type: 'string', enum: ['no-store'] },
  },
  PrivateCache: {
    description: 'The caller’s own cache may keep the file and asks again before each use.',
    required: true,
    schema: { type: 'string', enum: ['private, no-cache'] },
  },
  EntityTag: {
    description: 'Names the file’s bytes, for If-None-Match (RFC 9110).',
    required: true,
    schema: { type: 'string', pattern: '^"[^"]+"$' },
  },
  RetryAfter: { description: 'Seconds until a retry makes sense.', required: true, schema: seconds },
  MayRetryAfter: { description: 'Seconds until a retry makes sense, if one does.', schema: seconds },
  Authenticate: {
    description: 'The scheme that the call needs (RFC 6750).',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
  },
  ContentDisposition: {
    description: 'The file’s name (RFC 6266).',
    required: true,
    schema: { type: 'string', pattern: '^attachment; filename="[^"]+"$' },
  },
};

const parameters: Record<string, OpenAPIV3_1.ParameterObject> = {
  CorrelationId: {
    name: 'X-Correlation-Id',
    in: 'header',
    description: 'Id for the server’s log. A malformed one is replaced.',
    schema: correlationId,
  },
};

const securitySchemes: Record<string, OpenAPIV3_1.SecuritySchemeObject> = {
  session: { type: 'http', scheme: 'bearer', description: 'The access_token that validateCode returns.' },
};

/** What each group of calls is for, by its name in the contract. */
export type Tags = Readonly<Record<string, string>>;

/** Returns the OpenAPI document of these calls. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  tags: Tags,
  { brand, publicUrl }: Pick<Config, 'brand' | 'publicUrl'>,
): OpenAPIV3_1.Document {
  const { shapes, replies } = outputSchemas(endpoints);
  const paths: Record<string, OpenAPIV3_1.PathItemObject> = {};
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase();
    const path = `${apiPath}${endpoint.path}`;
    paths[path] = { ...paths[path], [method]: operationOf(endpoint, replies[endpoint.operationId]) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.name} MyAccount`,
      version: '1.0.0',
      description: [
        'The calls of the customer portal. Amounts are dollars.',
        'Every refusal is a problem (RFC 9457) with a stable code.',
        `The keys of id_token are at ${basePath}/.well-known/jwks.json.`,
      ].join(' '),
      contact: { name: brand.name, email: brand.supportEmail },
      license: { name: 'Terms of use', url: brand.termsUrl },
    },
    servers: [{ url: publicUrl, description: 'This portal.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: shapes,
      responses: problemResponses(endpoints),
      headers,
      parameters,
      securitySchemes,
    },
  };
}
