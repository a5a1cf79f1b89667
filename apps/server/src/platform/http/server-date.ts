import { type Clock, systemClock } from '@myaccount/clock';
import type { FastifyInstance } from 'fastify';

/** Dates responses by a clock that is not the system's, as of a demo that was moved ahead: pages take their time from it. */
export function dateByClock(server: FastifyInstance, clock: Clock): void {
  if (clock === systemClock) return;
  server.addHook('onRequest', (_request, reply, done) => {
    reply.header('date', clock.now().toUTCString());
    done();
  });
}
