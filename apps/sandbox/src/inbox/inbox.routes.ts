import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inboxEntries, inboxPage, messagePage } from './inbox.page.ts';
import type { InboxFilter, InboxStore } from './inbox.store.ts';

const maxLimit = 20_000;
const pageLimit = 100;

/** The inbox for programs (`/inbox/messages`) and for people (`/inbox`). */
export function registerInbox(app: FastifyInstance, store: InboxStore): void {
  app.get('/inbox/messages', async (request) => store.list(readFilter(request)));
  app.get('/inbox/messages/:id/source', async (request, reply) => {
    const source = store.findSource(idOf(request));
    return source === undefined ? reply.callNotFound() : reply.type('text/plain; charset=utf-8').send(source);
  });
  app.get('/inbox', async (request, reply) => {
    const { to } = readFilter(request);
    return reply.type('text/html').send(inboxPage(store.list({ to, limit: pageLimit }), to));
  });
  app.get('/inbox/entries', async (request, reply) => {
    const { to } = readFilter(request);
    return reply.type('text/html').send(inboxEntries(store.list({ to, limit: pageLimit })).html);
  });
  app.get('/inbox/:id', async (request, reply) => {
    const message = store.find(idOf(request));
    return message
      ? reply.type('text/html').send(messagePage(message, replyOf(request)))
      : reply.callNotFound();
  });
}

function readFilter(request: FastifyRequest): InboxFilter {
  const query = request.query as Record<string, string | string[] | undefined>;
  const text = (name: string) => query[name]?.toString().trim() || undefined;
  const since = text('since');
  const limit = Number(text('limit'));
  return {
    // A plus typed into the address bar arrives as a space. No mail address or phone number has a space.
    to:
      query.to
        ?.toString()
        .replace(/^ (?=\d)/, '+')
        .trim()
        .replaceAll(' ', '+') || undefined,
    since: since && !Number.isNaN(Date.parse(since)) ? new Date(since).toISOString() : undefined,
    limit: Number.isInteger(limit) && limit > 0 ? Math.min(limit, maxLimit) : undefined,
  };
}

function replyOf(request: FastifyRequest): string | undefined {
  const { reply } = request.query as { reply?: unknown };
  return typeof reply === 'string' ? reply : undefined;
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
