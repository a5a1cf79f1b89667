import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { apiPath, basePath } from '@myaccount/contract/endpoint';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { correlationHeader, correlationIdOf } from './correlation.ts';
import { answerProblems } from './problems.ts';
import { securityHeaders } from './security-headers.ts';

const bodyLimitBytes = 64 * 1024;
const requestTimeoutMs = 15_000;
/** Path of the API's documentation page. */
const docsPath = `${apiPath}/docs`;

/** Returns an HTTP server with headers, problems, correlation ids, logs and API description. Add routes to it. */
export async function createServer(config: Config, log: Logger): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    // A logger per request costs more than its log line. `request.log` is the server's logger, without the id.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 2 * requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    genReqId: correlationIdOf,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // The parser itself drops query keys that a prototype would shadow.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  }) as unknown as FastifyInstance;
  // The API accepts only JSON. Fastify would accept plain text too.
  app.removeContentTypeParser('text/plain');
  // The contract's schemas validate input. The schemas on the routes only describe it.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (reply) => JSON.stringify(reply));
  addHooks(app, config, log);
  answerProblems(app);
  await describeApi(app, config);
  return app;
}

/**
 * Adds security headers and the correlation id to every response, keeps API responses out of caches, and logs one line
 * per request without query or token. The hooks use callbacks because promises would slow every call.
 */
function addHooks(app: FastifyInstance, { publicUrl }: Config, log: Logger): void {
  const headers = securityHeaders(publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    // Uses the route if there is one, because a URL can spell its path in other ways, such as "/%61pi/…".
    const path = request.routeOptions.url ?? request.url;
    const isApi = path.startsWith(apiPath);
    const isPage = !isApi || path.startsWith(docsPath);
    reply.headers(isPage ? headers.page : headers.api).header(correlationHeader, request.id);
    if (isApi) reply.header('cache-control', 'no-store');
    done();
  });
  // These lines hold no caller input except the correlation id, so they need no redaction.
  const requestLog = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      correlationId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    requestLog.info(line, 'request');
    done();
  });
}

/** API-26: serves the OpenAPI document and a page to read it. */
async function describeApi(app: FastifyInstance, { brand }: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${brand.name} MyAccount`, version: '1.0.0' },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    hideUntagged: true,
  });
  await app.register(swaggerUi, {
    routePrefix: docsPath,
    staticCSP: false,
    uiConfig: { docExpansion: 'none' },
  });
  app.get(`${apiPath}/openapi.json`, async () => app.swagger());
  app.get(basePath, (_request, reply) => reply.redirect(`${basePath}/`));
}
