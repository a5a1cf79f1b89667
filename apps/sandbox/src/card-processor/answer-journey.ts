import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Control } from '../control/control.ts';
import type { Journey } from '../outcome.ts';
import type { Delays } from '../settings.ts';
import type { Processor } from './charge.ts';

declare module 'fastify' {
  interface FastifyRequest {
    journey: Journey;
    extraDelayMs: number;
  }
}

/** What the road between a caller and a processor needs to know. */
export interface Road {
  control: Control;
  delays: Delays;
}

const GARBLED = '<!doctype html><title>Gateway</title><h1>The page cannot be displayed</h1>';

/**
 * Lays the road to one processor: every call takes its time in both directions, the switches of the control page
 * are obeyed, and an answer travels as the charge's outcome says (`request.journey`).
 */
export function layRoad(app: FastifyInstance, processor: Processor, road: Road, downAnswer: unknown): void {
  app.decorateRequest('journey', 'prompt');
  app.decorateRequest('extraDelayMs', 0);
  app.addHook('preHandler', (request, reply) => arrive(request, reply, { processor, road, downAnswer }));
  app.addHook('onSend', (request, reply, payload) =>
    travelBack(request, reply, { payload, delays: road.delays }),
  );
}

async function arrive(
  request: FastifyRequest,
  reply: FastifyReply,
  { processor, road, downAnswer }: { processor: Processor; road: Road; downAnswer: unknown },
) {
  const { mode, delayMs } = road.control.take(processor);
  await sleep(halfLatencyMs(road.delays));
  if (mode === 'black-hole') return reply.hijack();
  if (mode === 'down') return reply.code(503).send(downAnswer);
  if (mode === 'lose-answers') request.journey = 'lost';
  if (mode === 'slow') request.extraDelayMs = delayMs;
  return undefined;
}

async function travelBack(
  request: FastifyRequest,
  reply: FastifyReply,
  { payload, delays }: { payload: unknown; delays: Delays },
) {
  const journeyMs = { slow: delays.slowMs, late: delays.lateMs }[request.journey as string] ?? 0;
  await sleep(halfLatencyMs(delays) + request.extraDelayMs + journeyMs);
  const { socket } = request.raw;
  if (request.journey === 'lost') socket.destroy();
  if (request.journey === 'silent' && !socket.destroyed) await once(socket, 'close');
  if (request.journey !== 'garbled') return payload;
  reply.type('text/html').code(200);
  return GARBLED;
}

function halfLatencyMs({ latencyMs }: Delays): number {
  return (latencyMs.from + Math.random() * (latencyMs.to - latencyMs.from)) / 2;
}

/** Sends an answer along the journey of its charge; a lost connection of the control page stays lost. */
export function sendAlong(request: FastifyRequest, journey: Journey): void {
  if (request.journey === 'prompt') request.journey = journey;
}
