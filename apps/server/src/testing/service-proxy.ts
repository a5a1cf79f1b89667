import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenAnywhere } from './server-process.ts';

interface PassedCall {
  readonly url: string;
  readonly body: string;
}
interface PassedAnswer {
  readonly status: number;
  readonly body: string;
}

/** What a service is sent, and what it answers, in place of what passes. */
export interface WireChange {
  readonly call?: (call: PassedCall) => PassedCall;
  readonly answer?: (answer: PassedAnswer, call: PassedCall) => PassedAnswer;
}

/** A name that a service has otherwise than the portal: where it passes, the portal's text, and the service's. */
export type OtherName = readonly [passes: 'calls' | 'answers', ours: string, theirs: string];

/** Starts a program between the portal and a service. It changes nothing until it is told to. */
export async function startServiceProxy(serviceUrl: () => string) {
  let change: WireChange = {};
  const server = createServer(async (request, response) => {
    const {
      host: _,
      connection: __,
      'content-length': ___,
      'transfer-encoding': ____,
      ...rest
    } = request.headers;
    const call = { url: request.url ?? '', body: await text(request) };
    const { url, body } = change.call?.(call) ?? call;
    const { method } = request;
    const headers = rest as Record<string, string>;
    try {
      const came = await fetch(serviceUrl() + url, {
        method,
        headers,
        body: body || null,
        redirect: 'manual',
      });
      const answer = { status: came.status, body: await came.text() };
      const changed = change.answer?.(answer, call) ?? answer;
      const type = came.headers.get('content-type') ?? 'application/json';
      response.writeHead(changed.status, { 'content-type': type }).end(changed.body);
    } catch {
      // The service cut the connection.
      response.destroy();
    }
  });
  return {
    url: `http://127.0.0.1:${await listenAnywhere(server)}`,
    /** Changes what passes from now on; nothing without a change. */
    change: (next: WireChange = {}) => {
      change = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

/** Returns the change of a service with other names than the portal's. */
export function otherNames(names: readonly OtherName[]): WireChange {
  const renamed = (passes: OtherName[0], body: string) =>
    names
      .filter(([where]) => where === passes)
      .reduce((all, [, ours, theirs]) => all.replaceAll(ours, theirs), body);
  return {
    call: ({ url, body }) => ({ url: renamed('calls', url), body: renamed('calls', body) }),
    answer: ({ status, body }) => ({ status, body: renamed('answers', body) }),
  };
}
