// `npm run ops`: the operator's command line. Where DATABASE_URL is set it works with the settings of its environment.
// Else it works on the data folder of `npm start`, and wakes its database when that is not running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataDirInUse } from '../apps/server/src/platform/embedded-postgres/data-dir-lock.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { type Settings, settingsFile } from './start/local-settings.ts';

const checkout = resolve(import.meta.dirname, '..');
const dataDir = resolve(checkout, process.env.DATA_DIR || '.data');
const isAskingForHelp = process.argv.slice(2).some((option) => ['--help', '-h', 'help'].includes(option));

// Ctrl-C reaches the command too, which ends in its own way; the database has to outlive it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

if (process.env.DATABASE_URL || isAskingForHelp || process.argv.length === 2) {
  process.exitCode = await runOps({});
} else if (existsSync(settingsFile(dataDir))) {
  const settings: Settings = JSON.parse(readFileSync(settingsFile(dataDir), 'utf8'));
  const database = usesBuiltInDatabase(settings) ? await wakeDatabase() : undefined;
  process.exitCode = await runOps(settings);
  await database?.stop();
} else {
  console.error(
    `There is no portal in ${dataDir} yet: run "npm start" once, choose its folder with DATA_DIR, or set DATABASE_URL.`,
  );
  process.exitCode = 1;
}

/** The built-in database is the one that is reached by a socket in the file system. */
function usesBuiltInDatabase({ DATABASE_URL = '' }: Settings): boolean {
  return new URL(DATABASE_URL).hostname.startsWith('%2F');
}

/** Undefined when the portal is running and has the database up already. */
async function wakeDatabase(): Promise<EmbeddedPostgres | undefined> {
  try {
    const log = { info: console.error, warn: console.error };
    return await startEmbeddedPostgres({ dataDir, holder: 'npm run ops', log });
  } catch (error) {
    if (error instanceof DataDirInUse) return undefined;
    throw error;
  }
}

async function runOps(settings: Settings): Promise<number> {
  const program = resolve(checkout, 'apps', 'server', 'src', 'ops', 'ops.ts');
  const child = spawn(process.execPath, [program, ...process.argv.slice(2)], {
    env: { ...settings, ...process.env },
    stdio: 'inherit',
  });
  const [exitCode] = await once(child, 'exit');
  return exitCode ?? 1;
}
