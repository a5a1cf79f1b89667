import { type Language, matchLanguage } from '@myaccount/contract/languages';
import type { FastifyRequest } from 'fastify';

const maximumTags = 10;

/** Returns the first language of Accept-Language that the portal speaks (RFC 9110, 12.5.4); the default one otherwise. */
export function readerLanguage(request: FastifyRequest): Language {
  const ranges = (request.headers['accept-language'] ?? '').split(',').slice(0, maximumTags);
  return matchLanguage(ranges.map((range) => range.split(';', 1)[0]?.trim() ?? ''));
}
