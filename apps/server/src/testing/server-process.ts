import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';
import { testSettings } from './portal.ts';

const program = join(import.meta.dirname, '..', 'main.ts');
const checkout = join(import.meta.dirname, '..', '..', '..', '..');
const pollMs = 50;

/** A real server in its own process. */
export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything it has printed. */
  output(): string;
  /** Resolves when it has ended. */
  readonly exitCode: Promise<number | null>;
}

/** Starts main.ts, or another command, with these settings and no others. PORT must be one of them. */
export function startServerProcess(
  settings: Record<string, string>,
  [command, ...options]: readonly [string, ...string[]] = [process.execPath, program],
): ServerProcess {
  const child = spawn(command, options, {
    cwd: checkout,
    env: { PATH: String(process.env.PATH), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
    });
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  return { url: `http://127.0.0.1:${settings.PORT}`, child, output: () => printed, exitCode };
}

/** Waits until the server reports that it is ready. Throws with its output if it ends instead. */
export async function untilReady(server: ServerProcess): Promise<ServerProcess> {
  while (server.child.exitCode === null && server.child.signalCode === null) {
    const response = await fetch(`${server.url}/myaccount/health/ready`).catch(() => undefined);
    if (response?.ok) return server;
    await sleep(pollMs);
  }
  throw new Error(`The server ended: ${server.output()}`);
}

/** Returns settings of a server in production on this machine. PORT must be one of the changes. */
export function productionSettings(
  database: TestDatabase,
  changes: Record<string, string>,
): Record<string, string> {
  const settings = { NODE_ENV: 'production', TRUST_PROXY: 'none', DRAIN_SECONDS: '0', ...changes };
  return testSettings(database.url, settings);
}

/** Expects that the server ends with an error and one sentence. */
export async function expectRefusal(
  settings: Record<string, string>,
  sentence: string | RegExp,
): Promise<void> {
  const server = startServerProcess(settings);
  expect(await server.exitCode).toBe(1);
  const printed = server.output().trim();
  expect(printed).toMatch(sentence);
  expect(printed.split('\n')).toHaveLength(1);
}

/** A browser's kept connections. */
const agent = new Agent({ keepAlive: true });

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Calls a server over a connection that is kept, as a browser does. */
export async function callKept({ url }: ServerProcess, path: string): Promise<Answer> {
  const [response] = await once(request(url + path, { agent }).end(), 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Returns a port that is free at the moment. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const port = await listenAnywhere(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Listens on a free port of this machine and returns it. */
export async function listenAnywhere(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (!address || typeof address !== 'object') throw new Error('The server has no port.');
  return address.port;
}
