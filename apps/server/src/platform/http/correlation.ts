import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const correlationHeader = 'x-correlation-id';
const pattern = /^[A-Za-z0-9-]{8,64}$/;

/** The correlation id that the caller sent, where it is well formed. */
export function sentCorrelationId(request: IncomingMessage): string | undefined {
  const header = request.headers[correlationHeader];
  return typeof header === 'string' && pattern.test(header) ? header : undefined;
}

/** The caller’s correlation id, or a new one where it is missing or malformed. */
export function correlationIdOf(request: IncomingMessage): string {
  return sentCorrelationId(request) ?? randomUUID();
}
