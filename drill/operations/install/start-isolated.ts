// Runs `npm run serve` in the current folder until it is ready, stops it, and prints what it found. The caller made the
// files read-only and took the network away.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the start showed. */
export interface IsolatedStart {
  readonly seconds: number;
  readonly isReady: boolean;
  readonly canWrite: boolean;
  readonly hasNetwork: boolean;
  readonly exitCode: number | null;
}

const readyWithinMs = 60_000;
const pollMs = 100;
/** An address that is reserved for documentation: with a network, a connection to it hangs instead of failing. */
const elsewhere = { host: '192.0.2.1', port: 443 };

const startedAt = performance.now();
const server = spawn('npm', ['run', 'serve'], { stdio: 'inherit', detached: true });
const ended = once(server, 'exit');
const isReady = await untilReady();
const seconds = (performance.now() - startedAt) / 1_000;
const [canWrite, hasNetwork] = [tryToWrite(), await tryToConnect()];
// The server gets it twice: directly, and from npm.
if (server.exitCode === null) process.kill(-(server.pid as number), 'SIGTERM');
const [exitCode] = await ended;
const found: IsolatedStart = { seconds, isReady, canWrite, hasNetwork, exitCode };
console.log(JSON.stringify(found));

async function untilReady(): Promise<boolean> {
  while (server.exitCode === null && performance.now() - startedAt < readyWithinMs) {
    const url = `http://127.0.0.1:${process.env.PORT}/myaccount/health/ready`;
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return true;
    await sleep(pollMs);
  }
  return false;
}

function tryToWrite(): boolean {
  try {
    writeFileSync('written', '');
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EROFS';
  }
}

async function tryToConnect(): Promise<boolean> {
  const socket = createConnection({ ...elsewhere, timeout: 1_000 });
  const outcome = await Promise.race([once(socket, 'connect'), once(socket, 'timeout')]).catch(
    (error: NodeJS.ErrnoException) => error.code,
  );
  socket.destroy();
  return outcome !== 'ENETUNREACH';
}
