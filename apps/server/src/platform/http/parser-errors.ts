import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ProblemCode } from '@myaccount/contract/problem';
import type { Logger } from 'pino';
import type { Connections } from './connections.ts';
import { correlationHeader, sentCorrelationId } from './correlation.ts';
import { problemOf, problemType, Refusal } from './problems.ts';

type ParserError = Error & { readonly code?: string };
type Headers = Readonly<Record<string, string>>;

const codeOfError: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_HEADER_OVERFLOW: 'request.headers-too-large',
};

/** Answers requests that Node's HTTP parser refuses: malformed (400), too slow (408), or with too large headers (431). */
export class ParserErrors {
  readonly #headers: Headers;
  readonly #log: Logger;
  readonly #connections: Connections;

  /** `headers` are those of every API response; `log` writes the request lines. */
  constructor(headers: Headers, log: Logger, connections: Connections) {
    this.#connections = connections;
    this.#headers = headers;
    this.#log = log;
  }

  /** Writes the problem to the socket, which has no response object, and closes it. */
  answer(error: ParserError, socket: Socket): void {
    // The client has closed the connection: nobody reads an answer.
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const current = this.#connections.responseInProgress(socket);
    const request = current?.req;
    const correlationId = (request && sentCorrelationId(request)) ?? randomUUID();
    const problem = problemOf(refusalOf(error), correlationId);
    const line = { correlationId, method: 'unknown', route: 'unknown', status: problem.status, ms: 0 };
    this.#log.info({ ...line, error: error.code }, 'request');
    // While a complete request waits for its answer, this text would be read as that answer.
    if (socket.writable && !request?.complete && !current?.headersSent) {
      socket.write(this.#message(JSON.stringify(problem), problem, correlationId));
    }
    socket.destroySoon();
  }

  #message(
    body: string,
    { status, title }: { status: number; title: string },
    correlationId: string,
  ): string {
    const headers: Headers = {
      ...this.#headers,
      [correlationHeader]: correlationId,
      'cache-control': 'no-store',
      connection: 'close',
      'content-type': `${problemType}; charset=utf-8`,
      'content-length': String(Buffer.byteLength(body)),
      date: new Date().toUTCString(),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`;
  }
}

function refusalOf({ code = '' }: ParserError): Refusal {
  const refused = codeOfError[code] ?? 'request.invalid';
  return new Refusal(
    refused,
    refused === 'request.invalid' ? { errors: [{ field: 'request', code: 'invalid' }] } : {},
  );
}
