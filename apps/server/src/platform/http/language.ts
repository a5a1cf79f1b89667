import type { FastifyRequest } from 'fastify';
import type { Language } from '../texts.ts';

/** The language a reader asked for first, of those the portal speaks; English otherwise (RFC 9110, 12.5.4). */
export function readerLanguage(request: FastifyRequest): Language {
  const tags = (request.headers['accept-language'] ?? '').split(',').slice(0, 10);
  const known = tags
    .map((tag) => tag.trim().slice(0, 2).toLowerCase())
    .find((tag) => tag === 'es' || tag === 'en');
  return known === 'es' ? 'es' : 'en';
}
