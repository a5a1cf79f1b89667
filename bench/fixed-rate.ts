import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../environment/calls.ts';
import { type LoadTarget, quantile } from './load.ts';

/** The times of calls that were made at a fixed rate. */
export interface FixedRate {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/**
 * Makes each call once, a fixed number a second. Each has its own moment and is timed from then on, also when the calls before it
 * are late. Throws if a response is not a success.
 */
export async function runAtRate(
  { url }: Pick<LoadTarget, 'url'>,
  calls: readonly Call[],
  perSecond: number,
): Promise<FixedRate> {
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const running: Promise<number>[] = [];
  for (const [index, call] of calls.entries()) {
    const dueMs = startedAt + (index * 1_000) / perSecond;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const answered = timeCall(agent, new URL(call.path, url), { call, dueMs });
    // The failure is thrown below, once all calls have ended.
    answered.catch(() => undefined);
    running.push(answered);
  }
  const timesMs = (await Promise.all(running)).sort((a, b) => a - b);
  agent.destroy();
  return { medianMs: quantile(timesMs, 0.5), p99Ms: quantile(timesMs, 0.99) };
}

async function timeCall(
  agent: Agent,
  url: URL,
  { call, dueMs }: { call: Call; dueMs: number },
): Promise<number> {
  return await new Promise((resolve, reject) => {
    const { method, headers, body } = call;
    const sent = request(url, { agent, method, headers }, (response) => {
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - dueMs);
        else reject(new Error(`${url.pathname} was answered ${response.statusCode}`));
      });
      response.on('error', reject);
      response.resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
