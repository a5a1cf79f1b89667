import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Connections } from './connections.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly lifecycle: Lifecycle;
  }
}

/** Where a server is between its start and its end. It only moves forward. */
export class Lifecycle {
  readonly connections: Connections;
  #phase: 'serving' | 'draining' | 'closing' = 'serving';

  constructor(server: HttpServer) {
    this.connections = new Connections(server);
  }

  /** Not ready for new clients. */
  get isDraining(): boolean {
    return this.#phase !== 'serving';
  }

  /** Every response closes its connection. */
  get isClosing(): boolean {
    return this.#phase === 'closing';
  }

  startDraining(): void {
    if (this.#phase === 'serving') this.#phase = 'draining';
  }

  startClosing(): void {
    this.#phase = 'closing';
  }
}

/** Notes the lifecycle of a server from now on. */
export function decorateLifecycle(app: FastifyInstance): Lifecycle {
  const lifecycle = new Lifecycle(app.server);
  app.decorate('lifecycle', lifecycle);
  return lifecycle;
}

/** A proxy that keeps idle connections closes them before this time (docs/operations). */
const idleConnectionMs = 5_000;
/** Time for a request that was on its way when its connection became idle, or was opened. */
const arrivalMs = 1_000;
const pollMs = 50;
const shortTurnMs = 1;

/**
 * Takes a server out of service without losing a request (STOP-1): reports “not ready” and serves on for
 * `drainSeconds`; then closes each connection with its next response. Returns when no connection is left, or when those
 * that are left had the time after which a proxy closes an idle one.
 */
export async function drain({ lifecycle }: FastifyInstance, drainSeconds: number): Promise<void> {
  lifecycle.startDraining();
  await sleep(drainSeconds * 1_000);
  lifecycle.startClosing();
  await untilNoneIsLeft(lifecycle, Math.min(drainSeconds * 1_000, idleConnectionMs));
}

/** Accepts no more connections, answers the requests in progress, and closes each connection when it is idle. */
export async function closeConnections({ server, lifecycle }: FastifyInstance): Promise<void> {
  lifecycle.startClosing();
  await untilNoneWaits(server);
  // The method of an HTTP server would also cut connections whose next request has arrived but was not read yet.
  const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
  await untilNoneIsLeft(lifecycle, arrivalMs);
  const closing = setInterval(() => lifecycle.connections.closeIdle(), pollMs);
  await closed;
  clearInterval(closing);
}

/**
 * Waits for a moment when no connection waits to be accepted, because closing the port would reset it. Each turn of the
 * event loop accepts all that wait: the end of a short turn without a new one is such a moment.
 */
async function untilNoneWaits(server: Server): Promise<void> {
  let isQuiet = false;
  const onConnection = () => {
    isQuiet = false;
  };
  server.on('connection', onConnection);
  const deadline = performance.now() + arrivalMs;
  while (!isQuiet && performance.now() < deadline) {
    isQuiet = true;
    const startedAt = performance.now();
    await turn();
    if (performance.now() - startedAt > shortTurnMs) isQuiet = false;
  }
  server.off('connection', onConnection);
}

async function untilNoneIsLeft({ connections }: Lifecycle, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline && connections.count > 0) await sleep(pollMs);
}
