import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { apiPath, type Endpoint } from '@myaccount/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import type { Config } from '../platform-settings.ts';
import { openApiDocument, type Tags } from './openapi-document.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that the route serves. */
    endpoint?: Endpoint;
  }
}

/** Path of the API's documentation page. */
export const docsPath = `${apiPath}/docs`;

/** API-26: serves the OpenAPI document of all routes that have an endpoint, and a page to read it. */
export async function describeApi(app: FastifyInstance, config: Config, tags: Tags): Promise<void> {
  const endpoints: Endpoint[] = [];
  const document = {} as OpenAPIV3_1.Document;
  app.addHook('onRoute', ({ config: route }) => {
    if (route?.endpoint) endpoints.push(route.endpoint);
  });
  // The plugins take the document before the routes exist, and have no type for 3.1.
  app.addHook('onReady', async () => void Object.assign(document, openApiDocument(endpoints, tags, config)));
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as OpenAPIV3.Document },
  });
  await app.register(swaggerUi, {
    routePrefix: docsPath,
    staticCSP: false,
    uiConfig: { docExpansion: 'none' },
  });
  app.get(`${apiPath}/openapi.json`, async () => document);
}
