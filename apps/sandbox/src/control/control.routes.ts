import type { FastifyInstance } from 'fastify';
import { CONTROLLED_SERVICES, type Control, MODES, type ModeSetting } from './control.ts';

const MAX_DELAY_MS = 600_000;
const MAX_CALLS = 1_000_000;

/** The switches that tests and the start page use; a form of the page is led back to it. */
export function registerControl(app: FastifyInstance, control: Control, slowMs: number): void {
  app.get('/control', async () => control.read());

  app.post('/control', async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const service = CONTROLLED_SERVICES.find((name) => name === body.processor);
    if (!service)
      return reply.code(400).send({ error: `processor must be one of ${CONTROLLED_SERVICES.join(', ')}` });
    const setting = readModeSetting(body, slowMs);
    if (typeof setting === 'string') return reply.code(400).send({ error: setting });
    control.set(service, setting);
    return isForm(request.headers['content-type']) ? reply.redirect('/#controls', 303) : control.read();
  });

  app.post('/control/reset', async (request, reply) => {
    control.reset();
    return isForm(request.headers['content-type']) ? reply.redirect('/#controls', 303) : control.read();
  });
}

function readModeSetting(body: Record<string, unknown>, slowMs: number): ModeSetting | string {
  const mode = MODES.find((name) => name === body.mode);
  if (!mode) return `mode must be one of ${MODES.join(', ')}`;
  const delayMs = readNumber(body.delayMs, MAX_DELAY_MS);
  if (delayMs === undefined) return `delayMs must be a whole number up to ${MAX_DELAY_MS}`;
  const calls = readNumber(body.calls, MAX_CALLS);
  if (calls === undefined || calls === 0) return `calls must be a whole number from 1 to ${MAX_CALLS}`;
  return { mode, delayMs: delayMs ?? slowMs, calls };
}

function readNumber(value: unknown, max: number): number | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  const number = Number(value);
  return Number.isInteger(number) && number >= 0 && number <= max ? number : undefined;
}

function isForm(contentType: string | undefined): boolean {
  return contentType?.startsWith('application/x-www-form-urlencoded') ?? false;
}
