import { apiPath } from '@myaccount/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, Refusal, sendProblem } from './problems.ts';

type MethodsByRoute = Map<string, Set<string>>;

/**
 * Refuses requests that no route takes: 404, or 405 with Allow if the path has other methods (RFC 9110, 15.5.6). Returns
 * their refusal for the first hook of every request, so that they are answered before their body is read.
 */
export function refuseUnknownRoutes(app: FastifyInstance): (request: FastifyRequest) => Refusal | undefined {
  const methods: MethodsByRoute = new Map();
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, new Set([...(methods.get(url) ?? []), method].flat()));
  });
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, refusalOfRoute(methods, request)));
  return (request) => (request.is404 ? refusalOfRoute(methods, request) : undefined);
}

function refusalOfRoute(methods: MethodsByRoute, { url, method }: FastifyRequest): Refusal {
  const path = decodeURI(url.split('?', 1)[0] ?? '');
  const allowed = methods.get(path) ?? methods.get(wildcardOf(methods, path) ?? '');
  if (!allowed || allowed.has(method)) return notFound();
  return new Refusal('request.method-not-allowed', { allow: [...allowed].sort() });
}

/** Returns the most specific wildcard route of a path. A page's wildcard says nothing about calls of the API. */
function wildcardOf(methods: MethodsByRoute, path: string): string | undefined {
  const isApi = path === apiPath || path.startsWith(`${apiPath}/`);
  return [...methods.keys()]
    .filter((route) => route.endsWith('/*') && path.startsWith(route.slice(0, -1)))
    .filter((route) => !isApi || route.startsWith(`${apiPath}/`))
    .sort((a, b) => b.length - a.length)[0];
}
