import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { comesTrue } from '../../environment/poll.ts';
import { checkout } from '../../environment/program.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DatabaseAddresses, Settings } from '../../scripts/start/local-settings.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart } from '../part.ts';
import { installRelease, run } from './install.ts';

const base = 'localhost/myaccount-base';
const image = 'localhost/myaccount-drill';
const name = 'myaccount-drill';
const debian = 'bookworm';
const readyWithinMs = 90_000;

/** Builds the image and starts it as docs/operations.md says, over a base that is made here: no registry of images is needed. */
export const container: DrillPart = {
  name: 'container',
  proves: 'the image runs without root on a read-only file system, is healthy, and stops in order',
  programs: ['buildah', 'podman', 'runc', 'debootstrap'],
  run: async (environment) => {
    const folder = installRelease(environment);
    buildBase(environment);
    run(
      'buildah',
      ['build', '--format', 'docker', '--build-arg', `NODE_IMAGE=${base}`, '--tag', image, '.'],
      folder,
    );
    const [port] = await findFreePorts();
    const database = await environment.postgres.emptyDatabase('container');
    try {
      const id = start(database, settingsFor(environment, database, port));
      const health = await untilHealthy();
      const user = run('podman', ['exec', id, 'id', '--user'], folder).trim();
      const canWrite = canRun(['exec', id, 'touch', '/opt/myaccount/written']);
      run('podman', ['stop', '--time', '60', id], folder);
      const exitCode = run('podman', ['inspect', '--format', '{{.State.ExitCode}}', id], folder).trim();
      return {
        counts: { health, user, 'exit code': exitCode },
        failures: [
          ...(health === 'healthy' ? [] : [`the container was ${health}: ${logs()}`]),
          ...(user === '10001' ? [] : [`it ran as user ${user}`]),
          ...(canWrite ? ['its files could be written'] : []),
          ...(exitCode === '0' ? [] : [`it ended with ${exitCode}: ${logs()}`]),
        ],
      };
    } finally {
      canRun(['rm', '--force', name]);
      for (const tag of [image, base]) canRun(['rmi', '--force', tag]);
    }
  },
};

/** Makes the image that replaces the official one of Node: Debian, and the Node that runs the drill. */
function buildBase(environment: DrillEnvironment): void {
  const root = join(environment.dataDir, 'base');
  run('debootstrap', ['--variant=minbase', debian, root], environment.dataDir);
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
  const from = run('buildah', ['from', 'scratch'], root).trim();
  run('buildah', ['copy', from, root, '/'], root);
  run('buildah', ['commit', '--rm', from, base], root);
}

function settingsFor(environment: DrillEnvironment, database: DatabaseAddresses, port: number): Settings {
  return {
    ...environment.settingsFor(database, port),
    HOST: '0.0.0.0',
    BRAND_FILE: '/opt/myaccount/scripts/start/demo-brand.json',
    NODE_ENV: 'production',
    TRUST_PROXY: 'none',
    DRAIN_SECONDS: '0',
    DATABASE_OWNER_URL: '',
  };
}

/** Starts the image with these settings, and returns the container's id. */
function start(database: DatabaseAddresses, settings: Settings): string {
  const variables = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  // A machine within a machine may not raise limits.
  const limits = ['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=20000:20000'];
  const options = ['--detach', '--name', name, '--read-only', '--cap-drop', 'all', ...limits];
  // The drill's database listens on a socket that only its own user may open.
  const socketDir = decodeURIComponent(new URL(database.url).hostname);
  chmodSync(socketDir, 0o711);
  const shared = ['--network', 'host', '--volume', `${socketDir}:${socketDir}:ro`];
  return run(
    'podman',
    ['--runtime', 'runc', 'run', ...options, ...shared, ...variables, image],
    checkout,
  ).trim();
}

/** Returns the container's health as podman's own check finds it. */
async function untilHealthy(): Promise<string> {
  const isHealthy = () => canRun(['healthcheck', 'run', name]);
  return (await comesTrue(isHealthy, readyWithinMs)) ? 'healthy' : 'unhealthy';
}

function canRun(options: readonly string[]): boolean {
  try {
    execFileSync('podman', options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function logs(): string {
  return run('podman', ['logs', '--tail', '20', name], checkout);
}
