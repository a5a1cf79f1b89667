import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiPath } from '@myaccount/contract/endpoint';
import { afterEach, beforeEach } from 'vitest';

/** A request that the fake server received. */
export interface RecordedRequest {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** The response of the fake server to one call. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Cuts the connection instead of a response. */
  readonly isLost?: boolean;
}

type Responder = Answer | ((request: RecordedRequest) => Answer | Promise<Answer>);

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text ? JSON.parse(text) : undefined;
}

/** A problem response of the contract. */
export function problemAnswer(status: number, code: string, more: object = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: { type: 'about:blank', title: code, status, code, correlationId: 'test-correlation-1', ...more },
  };
}

/** Responds with each answer in turn; the last one repeats. */
export function inTurn(...answers: Answer[]): Responder {
  let count = 0;
  return () => answers[Math.min(count++, answers.length - 1)] ?? { isLost: true };
}

/** A real HTTP server in place of the portal's: responds to “METHOD /path” as the test says, with 404 to the rest. */
export class FakeServer {
  readonly seen: RecordedRequest[] = [];
  private readonly answers = new Map<string, Responder>();
  private readonly server = createServer((request, response) => void this.respond(request, response));
  private readonly fetchOfPlatform = globalThis.fetch;

  /** Starts listening and routes the page's `fetch` to this server. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    globalThis.fetch = (input, init) => this.fetchOfPlatform(new URL(String(input), origin), init);
  }

  async stop(): Promise<void> {
    globalThis.fetch = this.fetchOfPlatform;
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Forgets all requests and responses. */
  reset(): void {
    this.seen.length = 0;
    this.answers.clear();
  }

  /** Sets the response to `call`, such as “GET /payments”. */
  answer(call: string, responder: Responder): void {
    this.answers.set(call, responder);
  }

  /** Keeps the response to `call` back until the returned function is called with it. */
  hold(call: string): (answer: Answer) => void {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.answer(call, () => promise);
    return resolve;
  }

  /** Requests of one call, oldest first. */
  requestsOf(call: string): RecordedRequest[] {
    return this.seen.filter((request) => request.call === call);
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const seen: RecordedRequest = {
      call: `${request.method} ${url.pathname.replace(apiPath, '')}`,
      query: url.searchParams,
      headers: request.headers,
      body: await readBody(request),
    };
    this.seen.push(seen);
    const responder = this.answers.get(seen.call) ?? problemAnswer(404, 'request.not-found');
    const answer = typeof responder === 'function' ? await responder(seen) : responder;
    if (answer.isLost) return void request.socket.destroy();
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
  }
}

/** Runs a fake server for each test of the file; `answer` sets what the server responds to begin with. */
export function startFakeServer(answer?: (server: FakeServer) => void): FakeServer {
  const server = new FakeServer();
  beforeEach(async () => {
    server.reset();
    await server.start();
    answer?.(server);
  });
  afterEach(() => server.stop());
  return server;
}
