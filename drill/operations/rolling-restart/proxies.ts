import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout } from '../../../environment/program.ts';
import { call } from './traffic.ts';

/** A proxy that runs a configuration of docs/operations. */
export interface RunningProxy extends AsyncDisposable {
  readonly url: string;
}

/** How to start a proxy. */
export interface ProxyProgram {
  readonly name: 'nginx' | 'haproxy';
  readonly file: string;
  command(folder: string, configuration: string): readonly [string, ...string[]];
}

export const proxyPrograms: readonly ProxyProgram[] = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    command: (folder, configuration) => {
      const directives = `daemon off; pid ${join(folder, 'nginx.pid')};`;
      return ['nginx', '-p', folder, '-e', 'stderr', '-c', configuration, '-g', directives];
    },
  },
  {
    name: 'haproxy',
    file: 'haproxy.cfg',
    command: (_folder, configuration) => ['haproxy', '-db', '-f', configuration],
  },
];

interface ProxyPorts {
  readonly https: number;
  readonly http: number;
  readonly portals: readonly number[];
}

const readyWithinMs = 20_000;
const pollMs = 100;

/** Starts a proxy with the shipped configuration, with its ports and certificates replaced. */
export async function startProxy(
  program: ProxyProgram,
  ports: ProxyPorts,
  dataDir: string,
): Promise<RunningProxy> {
  const folder = join(dataDir, program.name);
  mkdirSync(folder, { recursive: true });
  const configuration = join(folder, program.file);
  const shipped = readFileSync(join(checkout, 'docs', 'operations', program.file), 'utf8');
  writeFileSync(configuration, withPorts(shipped, ports, makeCertificate(folder)));
  const [command, ...options] = program.command(folder, configuration);
  const log = openSync(join(folder, 'log'), 'a');
  const child = spawn(command, options, { stdio: ['ignore', log, log] });
  const url = `https://127.0.0.1:${ports.https}`;
  await untilServing(child, url, join(folder, 'log'));
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null) await Promise.all([once(child, 'exit'), child.kill('SIGTERM')]);
    },
  };
}

/** Replaces ports and paths. Throws if the configuration lacks one, so that the drill never tests another file. */
function withPorts(shipped: string, { https, http, portals }: ProxyPorts, certificate: Certificate): string {
  const replacements: [RegExp, string][] = [
    [/(listen |bind :)443\b/, `$1${https}`],
    [/(listen |bind :)80\b/, `$1${http}`],
    ...portals.map((port, index): [RegExp, string] => [
      new RegExp(`127\\.0\\.0\\.1:300${index + 1}\\b`),
      `127.0.0.1:${port}`,
    ]),
    ...(shipped.includes('ssl_certificate')
      ? ([
          [/\/etc\/ssl\/myaccount\/fullchain\.pem/, certificate.chain],
          [/\/etc\/ssl\/myaccount\/key\.pem/, certificate.key],
        ] as [RegExp, string][])
      : ([[/\/etc\/ssl\/myaccount\/portal\.pem/, certificate.both]] as [RegExp, string][])),
  ];
  return replacements.reduce((text, [pattern, value]) => {
    if (!pattern.test(text)) throw new Error(`The configuration lacks ${pattern}`);
    return text.replace(pattern, value);
  }, shipped);
}

interface Certificate {
  readonly chain: string;
  readonly key: string;
  readonly both: string;
}

function makeCertificate(folder: string): Certificate {
  const [chain, key, both] = ['fullchain.pem', 'key.pem', 'portal.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=my.provider.example', '-days', '2', '-nodes'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', ...subject, '-keyout', key, '-out', chain],
    {
      stdio: 'ignore',
    },
  );
  writeFileSync(both, readFileSync(chain, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
  return { chain, key, both };
}

async function untilServing(child: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (child.exitCode === null && performance.now() < deadline) {
    const { status } = await call(url, { path: '/myaccount/' });
    if (status === 200) return;
    await sleep(pollMs);
  }
  child.kill('SIGKILL');
  throw new Error(`The proxy does not serve:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
}
