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
/** The page that describes the API to people. */
const docsPath = `${apiPath}/docs`;

/** An HTTP server with headers, problems, correlation ids, logs and the API’s description; routes come after. */
export async function createServer(config: Config, log: Logger): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    // A logger for every request costs more than the line it writes: `request.log` is the server’s, without the id.
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
    // Query keys that a prototype would shadow are dropped by the parser itself.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  }) as unknown as FastifyInstance;
  // JSON is the only language of the API; Fastify would take plain text too.
  app.removeContentTypeParser('text/plain');
  // The contract’s own schemas check what comes in; those on the routes only describe it.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  addHooks(app, config, log);
  answerProblems(app);
  await describeApi(app, config);
  return app;
}

/**
 * Headers of safety and the correlation id on every answer, nothing of the API in a cache, and one log line a request
 * without query or token. Hooks that wait for nothing are no promises: every call passes here.
 */
function addHooks(app: FastifyInstance, { publicUrl }: Config, log: Logger): void {
  const headers = securityHeaders(publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    // The route, where there is one: an address may spell its path in other ways, “/%61pi/…”.
    const path = request.routeOptions.url ?? request.url;
    const isApi = path.startsWith(apiPath);
    const isPage = !isApi || path.startsWith(docsPath);
    reply.headers(isPage ? headers.page : headers.api).header(correlationHeader, request.id);
    if (isApi) reply.header('cache-control', 'no-store');
    done();
  });
  // Its lines hold nothing that a caller sent but the correlation id, so that there is nothing to leave out.
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

/** API-26: the OpenAPI document and a page to read it. */
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
