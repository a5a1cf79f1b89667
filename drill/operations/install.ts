import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { checkout } from '../../environment/program.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import { type DrillPart, type DrillResult, when } from '../part.ts';
import type { IsolatedStart } from './install/start-isolated.ts';

const largestMiB = 350;

/** Installs the committed checkout elsewhere, as an operator does. */
export const install: DrillPart = {
  name: 'install',
  proves:
    'npm ci --omit=dev and npm run build give a server that starts on read-only files and without a network',
  programs: ['git', 'npm', 'unshare', 'ip'],
  run: async (environment) => {
    const folder = installRelease(environment);
    const sizeMiB = Number(run('du', ['-sm', 'node_modules'], folder).split('\t')[0]);
    const bill = JSON.parse(run('npm', ['run', '--silent', 'sbom'], folder));
    const started = await startIsolated(folder, environment);
    return {
      counts: {
        'MiB in node_modules': sizeMiB,
        'components in the CycloneDX list': bill.components.length,
        'seconds until ready on read-only files, without a network': started.seconds,
      },
      failures: [
        ...when(sizeMiB >= largestMiB, `node_modules takes ${sizeMiB} MiB, more than ${largestMiB}`),
        ...when(
          bill.bomFormat !== 'CycloneDX' || bill.components.length < 100,
          'the CycloneDX list is not complete',
        ),
        ...started.failures,
      ],
    };
  },
};

/** Installs and builds the committed checkout in a folder, which it returns. */
export function installRelease({ dataDir }: DrillEnvironment): string {
  const folder = mkdtempSync(join(dataDir, 'install-'));
  run('git', ['clone', '--quiet', checkout, folder], checkout);
  run('npm', ['ci', '--omit=dev', '--loglevel=error'], folder);
  run('npm', ['run', 'build', '--', '--logLevel', 'warn'], folder);
  return folder;
}

/** Runs a command without the settings that npm gives to its scripts. Returns what it printed. */
export function run(program: string, options: readonly string[], cwd: string): string {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  return execFileSync(program, options, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Starts the installed server in separate namespaces: the whole file system is read-only, and there is no network. */
async function startIsolated(
  folder: string,
  environment: DrillEnvironment,
): Promise<Omit<DrillResult, 'counts'> & { seconds: string }> {
  const [port] = await findFreePorts();
  const settings = {
    ...environment.settingsFor(await environment.postgres.emptyDatabase('installed'), port),
    NODE_ENV: 'production',
    TRUST_PROXY: 'none',
    DRAIN_SECONDS: '0',
    DATABASE_OWNER_URL: '',
    // A production install has no Node: the machine's Node 24 comes first.
    PATH: `${join(process.execPath, '..')}${delimiter}${process.env.PATH}`,
    HOME: process.env.HOME ?? '/',
  };
  const log = join(environment.dataDir, 'logs', 'install.log');
  const output = openSync(log, 'w');
  const program = join(import.meta.dirname, 'install', 'start-isolated.ts');
  const script = `mount -o remount,bind,ro / && ip link set lo up && cd "$1" && exec "$2" "$3"`;
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const child = spawn(
    'unshare',
    [...user, '--mount', '--net', 'sh', '-c', script, 'sh', folder, process.execPath, program],
    { env: settings, stdio: ['ignore', output, output] },
  );
  await once(child, 'exit');
  closeSync(output);
  const text = readFileSync(log, 'utf8');
  const line = text.split('\n').findLast((part) => part.startsWith('{"seconds"'));
  if (!line)
    return { seconds: 'none', failures: [`the installed server did not start: ${text.slice(-1_000)}`] };
  const { seconds, ...found }: IsolatedStart = JSON.parse(line);
  return {
    seconds: seconds.toFixed(1),
    failures: [
      ...when(!found.isReady, `the installed server was not ready: ${text.slice(-1_000)}`),
      ...when(found.canWrite, 'the files were not read-only'),
      ...when(found.hasNetwork, 'there was a network'),
      ...when(found.exitCode !== 0, `the installed server ended with ${found.exitCode}`),
    ],
  };
}
