import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../../../environment/calls.ts';

/** Keeps connections open, like browsers. */
const kept = { keepAlive: true, maxSockets: 40 };
const agents = {
  http: new http.Agent(kept),
  https: new https.Agent({ ...kept, rejectUnauthorized: false }),
};
const answerWithinMs = 60_000;

/** The answer of one call: its status, or how it was lost. */
export interface Answer {
  readonly status: number;
  /** Empty if there is a response. */
  readonly error: string;
}

/** Makes one call, through a proxy if the address is https. Never throws. */
export function call(url: string, { method = 'GET', path, headers = {}, body }: Call): Promise<Answer> {
  return new Promise((resolve) => {
    const lost = (error: Error) => resolve({ status: 0, error: error.message });
    const isHttps = url.startsWith('https:');
    const agent = isHttps ? agents.https : agents.http;
    const options = { agent, method, headers, timeout: answerWithinMs };
    const { request } = isHttps ? https : http;
    const sent = request(url + path, options, (response) => {
      response.resume().on('error', lost);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, error: '' }));
    });
    sent.on('error', lost).on('timeout', () => sent.destroy(new Error('no answer')));
    sent.end(body);
  });
}

/** The outcome of the calls of some workers. */
export interface Tally {
  sent: number;
  readonly lost: string[];
}

/** Makes calls in turn, from several workers with a pause between two calls each, until `isOver`. */
export async function keepCalling(
  url: string,
  calls: readonly Call[],
  { workers, pauseMs }: { workers: number; pauseMs: number },
  isOver: () => boolean,
): Promise<Tally> {
  const tally: Tally = { sent: 0, lost: [] };
  const waiting = [...calls];
  const work = async () => {
    while (!isOver()) {
      const next = waiting.shift();
      if (!next) return;
      tally.sent += 1;
      const { status, error } = await call(url, next);
      if (status !== 200)
        tally.lost.push(`${next.method ?? 'GET'} ${next.path.split('?', 1)[0]}: ${error || status}`);
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return tally;
}
