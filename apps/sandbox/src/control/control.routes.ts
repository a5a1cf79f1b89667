import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { controlledServices, type ModeSetting, modeNames } from './control.ts';
import type { FaultContext } from './response-faults.ts';

const maxDelayMs = 600_000;
const maxCalls = 1_000_000;
const lowestStatus = 200;
const highestStatus = 599;
const usualHopStatus = 503;

/** Sets service modes for tests and the start page. A form post is redirected back to the page. */
export function registerControl(app: FastifyInstance, { control, delays }: FaultContext): void {
  const answer = ({ headers }: FastifyRequest, reply: FastifyReply) =>
    headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      ? reply.redirect('/#controls', 303)
      : reply.send(control.read());

  app.get('/control', async () => control.read());

  app.post('/control', async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const service = controlledServices.find((name) => name === body.processor);
    if (!service)
      return reply.code(400).send({ error: `processor must be one of ${controlledServices.join(', ')}` });
    const setting = readModeSetting(body, delays.slowMs);
    if (typeof setting === 'string') return reply.code(400).send({ error: setting });
    control.set(service, setting);
    return answer(request, reply);
  });

  app.post('/control/reset', async (request, reply) => {
    control.reset();
    return answer(request, reply);
  });
}

function readModeSetting(body: Record<string, unknown>, slowMs: number): ModeSetting | string {
  const mode = modeNames.find((name) => name === body.mode);
  if (!mode) return `mode must be one of ${modeNames.join(', ')}`;
  const delayMs = readNumber(body.delayMs, maxDelayMs);
  if (delayMs === undefined) return `delayMs must be a whole number up to ${maxDelayMs}`;
  const calls = readNumber(body.calls, maxCalls);
  if (calls === undefined || calls === 0) return `calls must be a whole number from 1 to ${maxCalls}`;
  const setting = {
    mode,
    delayMs: delayMs ?? slowMs,
    calls,
    ...(body.onlyMoney === true && { onlyMoney: true }),
    ...(body.account ? { account: String(body.account) } : {}),
    ...(body.field ? { field: String(body.field) } : {}),
  };
  if (mode !== 'hop') return setting;
  const status = readNumber(body.status, highestStatus);
  if (status === undefined || (status !== null && status < lowestStatus)) {
    return `status must be a whole number from ${lowestStatus} to ${highestStatus}`;
  }
  return { ...setting, status: status ?? usualHopStatus };
}

function readNumber(value: unknown, max: number): number | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  const number = Number(value);
  return Number.isInteger(number) && number >= 0 && number <= max ? number : undefined;
}
