import { type Language, matchLanguage } from '@myaccount/contract/languages';

const maximumTags = 10;

/** Returns the first language of an Accept-Language header that the portal speaks (RFC 9110, 12.5.4); the default one otherwise. */
export function readerLanguage(acceptLanguage = ''): Language {
  const ranges = acceptLanguage.split(',').slice(0, maximumTags);
  return matchLanguage(ranges.map((range) => range.split(';', 1)[0]?.trim() ?? ''));
}
