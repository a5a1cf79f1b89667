import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const correlationHeader = 'x-correlation-id';
/** A well-formed correlation id. */
export const correlationIdPattern = /^[A-Za-z0-9-]{8,64}$/;

/** Returns the caller's correlation id; undefined if it is missing or malformed. */
export function sentCorrelationId(request: IncomingMessage): string | undefined {
  const header = request.headers[correlationHeader];
  return typeof header === 'string' && correlationIdPattern.test(header) ? header : undefined;
}

/** Returns the caller's correlation id, or a new one if it is missing or malformed. */
export function correlationIdOf(request: IncomingMessage): string {
  return sentCorrelationId(request) ?? randomUUID();
}
