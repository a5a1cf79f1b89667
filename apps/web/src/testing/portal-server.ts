import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiPath } from '@myaccount/contract/endpoint';
import { vi } from 'vitest';

/** A call that a page made. */
export interface ReceivedCall {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** What the server says: a value is answered 200; a status other than that is a problem; `lost` is no answer. */
export type Answer = { status?: number; json?: unknown } | 'lost';

type Answerer = (call: ReceivedCall, count: number) => Answer | Promise<Answer>;

/** A server of one test, on loopback: the pages’ own client speaks to it over HTTP. */
export interface PortalServer {
  /** Answers a path from now on; `count` is how often it was asked, from 1. */
  on(path: string, answer: Answerer): void;
  /** Calls received at a path, oldest first. */
  received(path: string): ReceivedCall[];
  stop(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

/** Starts a server and has the page’s fetch reach it. */
export async function startPortalServer(): Promise<PortalServer> {
  const answers = new Map<string, Answerer>();
  const calls: ReceivedCall[] = [];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://portal.invalid');
    const path = url.pathname.replace(apiPath, '');
    const call = { path, query: url.searchParams, headers: request.headers, body: await bodyOf(request) };
    calls.push(call);
    const count = calls.filter((received) => received.path === path).length;
    const answer = (await answers.get(path)?.(call, count)) ?? { status: 404 };
    if (answer === 'lost') {
      response.destroy();
      return;
    }
    const { status = 200, json = {} } = answer;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status < 400 ? json : { correlationId: 'c-12345678', ...(json as object) }));
  });
  const origin = await listen(server);
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) =>
    // The signal of the browser in the test is not the one that Node’s fetch knows.
    send(new URL(input, origin), { ...init, signal: null }),
  );
  return {
    on: (path, answer) => void answers.set(path, answer),
    received: (path) => calls.filter((call) => call.path === path),
    stop: async () => {
      vi.unstubAllGlobals();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
