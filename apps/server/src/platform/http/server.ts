import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { apiPath, basePath } from '@myaccount/contract/endpoint';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { correlationHeader, correlationIdOf } from './correlation.ts';
import { answerProblems } from './problems.ts';

const bodyLimitBytes = 64 * 1024;
const requestTimeoutMs = 15_000;
const oneYearSeconds = 31_536_000;

/** An HTTP server with headers, problems, correlation ids, logs and the API’s description; routes come after. */
export async function createServer(config: Config, log: Logger): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
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
  await app.register(helmet, helmetOptions(config));
  addHooks(app);
  answerProblems(app);
  await describeApi(app, config);
  return app;
}

function helmetOptions({ publicUrl }: Config) {
  const isHttps = publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: oneYearSeconds, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    frameguard: { action: 'deny' as const },
  };
}

/** Correlation id on every answer, nothing of the API in a cache, one log line a request without query or token. */
function addHooks(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(correlationHeader, request.id);
    if (request.url.startsWith(apiPath)) reply.header('Cache-Control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.info(line, 'request');
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
    routePrefix: `${apiPath}/docs`,
    staticCSP: false,
    uiConfig: { docExpansion: 'none' },
  });
  app.get(`${apiPath}/openapi.json`, async () => app.swagger());
  app.get(basePath, (_request, reply) => reply.redirect(`${basePath}/`));
}
