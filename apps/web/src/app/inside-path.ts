import { basePath } from '@myaccount/contract/endpoint';
import { paths } from './paths.ts';

const placeholderOrigin = 'https://portal.invalid';
/** Control characters, spaces, backslashes, and any of these, slashes, or dots in encoded form. */
const suspicious = /[\p{Cc}\s\\]|%(?:0|1|2e|2f|5c|7f|25)/iu;
const maximumLength = 500;

/** Pages without a session: nobody signs in to get to them. */
export const publicPaths: readonly string[] = [
  paths.login,
  paths.loginLink,
  paths.visit,
  paths.visitSuccess,
  paths.stopCharge,
  paths.loginChange,
];

const knownPaths = Object.values(paths)
  .filter((path) => !publicPaths.includes(path))
  .map((path) => new RegExp(`^${path.replace(/\$[a-zA-Z]+/g, '[^/]+')}/?$`));

function withoutBase(path: string): string {
  return path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) || '/' : path;
}

/**
 * Returns the path inside the portal that an external text names, with or without the portal's base; undefined for anything
 * else: another origin, a script, an encoded trick, a page that does not exist (SHELL-9).
 */
export function pathInside(text: string | undefined): string | undefined {
  if (!text || text.length > maximumLength || !text.startsWith('/') || text.startsWith('//'))
    return undefined;
  const path = text.split(/[?#]/, 1)[0] ?? '';
  if (suspicious.test(path) || path.includes('//')) return undefined;
  const url = URL.parse(text, placeholderOrigin);
  if (url?.origin !== placeholderOrigin) return undefined;
  const inside = withoutBase(url.pathname);
  return knownPaths.some((known) => known.test(inside)) ? inside + url.search : undefined;
}
