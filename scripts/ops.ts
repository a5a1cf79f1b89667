// `npm run ops`: the operator's command line. With DATABASE_URL it uses the settings of the environment. Without it, it
// works on the data folder of `npm start`, and starts that folder's database if it is not running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataDirInUse } from '@myaccount/local-postgres/data-dir-lock';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@myaccount/local-postgres/embedded-postgres';
import { type Settings, settingsFile } from './start/local-settings.ts';

const checkout = resolve(import.meta.dirname, '..');
const dataDir = resolve(checkout, process.env.DATA_DIR || '.data');
/** Asking for help, and generating keys, needs no portal. */
const needsPortal =
  process.argv.length > 2 &&
  !process.argv.slice(2).some((option) => ['--help', '-h', 'help', 'generate-keys'].includes(option));

// Ctrl-C also reaches the command, which ends in its own way. The database must outlive it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

if (process.env.DATABASE_URL || !needsPortal) {
  process.exitCode = await runOps({});
} else if (process.argv[2] === 'restore') {
  process.exitCode = await runOps({ DATA_DIR: dataDir });
} else if (existsSync(settingsFile(dataDir))) {
  const settings: Settings = JSON.parse(readFileSync(settingsFile(dataDir), 'utf8'));
  const database = usesEmbeddedDatabase(settings) ? await startDatabase() : undefined;
  process.exitCode = await runOps(settings);
  await database?.stop();
} else {
  console.error(
    `${dataDir} holds no portal yet: run "npm start" once, select another folder with DATA_DIR, or set DATABASE_URL.`,
  );
  process.exitCode = 1;
}

/** Whether the settings name the embedded database: it is reached by a socket in the file system. */
function usesEmbeddedDatabase({ DATABASE_URL = '' }: Settings): boolean {
  return /@%2F/i.test(DATABASE_URL);
}

/** Starts the database; returns undefined when the portal is running and has started it already. */
async function startDatabase(): Promise<EmbeddedPostgres | undefined> {
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
