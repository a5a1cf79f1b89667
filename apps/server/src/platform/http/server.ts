import type { IncomingMessage } from 'node:http';
import { apiPath, basePath } from '@myaccount/contract/endpoint';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../platform-settings.ts';
import { readClientAddress } from './client.ts';
import { correlationHeader, correlationIdOf } from './correlation.ts';
import { decorateLifecycle } from './lifecycle.ts';
import { limitConnectionsPerNetwork } from './network-connections.ts';
import { OpenBodies } from './open-bodies.ts';
import { describeApi, docsPath } from './openapi.ts';
import type { Tags } from './openapi-document.ts';
import { ParserErrors } from './parser-errors.ts';
import { answerProblems, badField, Refusal, refusalOf, sendProblem } from './problems.ts';
import { overload, RequestsInProgress } from './requests-in-progress.ts';
import { type FrameOrigins, securityHeaders } from './security-headers.ts';
import { refuseUnknownRoutes } from './unknown-routes.ts';

const bodyLimitBytes = 64 * 1024;
/** Statuses of refused callers. Only their log lines have the client's address. */
const tracedStatuses: readonly number[] = [401, 429];
/** For headers and body together. */
const requestTimeoutMs = 15_000;
const healthPath = `${basePath}/health/`;

/** The settings of a process, with the frames of its pages. */
interface ServerSettings extends Config {
  readonly frames: FrameOrigins;
}

/** Returns an HTTP server with headers, problems, correlation ids, logs and API description. Add routes to it. */
export async function createServer(
  config: ServerSettings,
  log: Logger,
  tags: Tags = {},
): Promise<FastifyInstance> {
  const shape = responseShape(config, log);
  const app = Fastify({
    loggerInstance: log,
    // A logger per request costs more than its log line. `request.log` is the server's logger, without the id.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 2 * requestTimeoutMs,
    forceCloseConnections: 'idle',
    // A request that arrives during shutdown is served like any other; its response closes the connection.
    return503OnClosing: false,
    http: {
      headersTimeout: 10_000,
      // Node looks for requests over their time every 30 seconds otherwise.
      connectionsCheckingInterval: 1_000,
      // Node would refuse a missing Host with an empty response.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => parserErrors.answer(error, socket),
    frameworkErrors: (error, request, reply) => {
      shape.addHeaders(request, reply);
      reply.raw.once('close', () => shape.logRequest(request, reply));
      // Fastify refuses these before it knows whether the server is closing.
      reply.header('connection', 'close');
      const refusal = error.code === 'FST_ERR_BAD_URL' ? badField('url', 'invalid') : refusalOf(error);
      sendProblem(request, reply, refusal ?? new Refusal('server.error'));
    },
    genReqId: correlationIdOf,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // The parser itself drops query keys that a prototype would shadow.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  }) as unknown as FastifyInstance;
  // The API accepts only JSON. Fastify would accept plain text too.
  app.removeContentTypeParser('text/plain');
  const { connections } = decorateLifecycle(app);
  // The connections of a proxy are everybody's.
  if (config.trustProxy.length === 0)
    limitConnectionsPerNetwork(app.server, config.maximumConnectionsPerNetwork);
  const parserErrors = new ParserErrors(shape.headers.api, shape.log, connections);
  // An unknown expectation may be ignored (RFC 9110, 10.1.1). Node would refuse it with an empty response.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  addHooks(app, shape, config.maximumRequests);
  answerProblems(app);
  if (config.role !== 'jobs') await describeApi(app, config, tags);
  app.get(basePath, (_request, reply) => reply.redirect(`${basePath}/`));
  return app;
}

type ResponseShape = ReturnType<typeof responseShape>;

/** Returns what every response has: security headers, the correlation id, and one log line without query or token. */
function responseShape({ publicUrl, frames }: ServerSettings, log: Logger) {
  const headers = securityHeaders(publicUrl, frames);
  // These lines hold no caller input except the correlation id, so they need no redaction.
  const requestLog = log.child({}, { redact: [] });
  return {
    log: requestLog,
    headers,
    /** Adds security headers and the correlation id; keeps API responses out of caches. */
    addHeaders(request: FastifyRequest, reply: FastifyReply) {
      // Uses the route if there is one, because a URL can spell its path in other ways, such as "/%61pi/…".
      const path = request.routeOptions.url ?? request.url;
      const isApi = path.startsWith(apiPath);
      const isPage = !isApi || path.startsWith(docsPath);
      reply.headers(isPage ? headers.page : headers.api).header(correlationHeader, request.id);
      if (isApi) reply.header('cache-control', 'no-store');
    },
    logRequest(request: FastifyRequest, reply: FastifyReply) {
      const line = {
        correlationId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(tracedStatuses.includes(reply.statusCode) ? { client: request.clientAddress } : {}),
      };
      requestLog.info(line, 'request');
    },
  };
}

/** Shapes the response of every request. Few hooks with callbacks: more hooks, or promises, would slow every call. */
function addHooks(app: FastifyInstance, shape: ResponseShape, maximumRequests: number): void {
  const rememberAddress = readClientAddress(app);
  const refusalOfUnknown = refuseUnknownRoutes(app);
  const inProgress = new RequestsInProgress(maximumRequests);
  const openBodies = new OpenBodies(maximumRequests);
  // Health checks pass: a proxy that lost them would take the server out and overload the others.
  const refusalIfFull = (request: FastifyRequest) =>
    request.routeOptions.url?.startsWith(healthPath) || inProgress.hasRoomFor(request)
      ? undefined
      : overload();
  const refusalOfRequest = (request: FastifyRequest) =>
    refusalIfFull(request) ?? refusalOfHost(request.raw) ?? refusalOfUnknown(request);
  app.addHook('onRequest', (request, reply, done) => {
    rememberAddress(request);
    shape.addHeaders(request, reply);
    if (app.lifecycle.isClosing) reply.header('connection', 'close');
    const refusal = refusalOfRequest(request);
    if (refusal) return void sendProblem(request, reply, refusal);
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (encoding || length !== '0') openBodies.begin(reply);
    done();
  });
  // The body has arrived.
  app.addHook('preValidation', (request, reply, done) => {
    openBodies.end(reply);
    const refusal = refusalIfFull(request);
    if (refusal) return void sendProblem(request, reply, refusal);
    inProgress.begin(reply.raw);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    inProgress.learn(request, reply.statusCode);
    shape.logRequest(request, reply);
    done();
  });
}

/** Refuses a request that names no host, or more than one (RFC 9112, 3.2). Node keeps the first and drops the others. */
function refusalOfHost({ rawHeaders, httpVersion }: IncomingMessage): Refusal | undefined {
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
  if (hosts === 0 && httpVersion === '1.1') return badField('Host', 'required');
  return hosts > 1 ? badField('Host', 'invalid') : undefined;
}
