// `node scripts/run.ts [--in-memory] PROGRAM …`: runs a program that starts others, as `npm test`, `npm run bench`, `npm run drill`, and
// `npm run gallery` do, and ends them all when it ends, whichever way. Their temporary files are in one folder, which goes too.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { useMemoryForTemporaryFiles } from '../apps/server/src/testing/memory-folder.ts';
import { makeRunFolder, removeRunFolder } from './run/run-folder.ts';
import { listDescendants } from './run/run-processes.ts';
import { stopWithNpm } from './start/npm-watch.ts';

const [inMemory, ...rest] = process.argv.slice(2);
const isInMemory = inMemory === '--in-memory';
const command = isInMemory ? rest : process.argv.slice(2);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let end: (code: number) => void = (code) => process.exit(code);
// A second signal changes nothing: npm passes Ctrl-C on to a process that the terminal has told already.
for (const signal of signals) process.on(signal, () => end(128 + constants.signals[signal]));
stopWithNpm(() => end(128 + constants.signals.SIGTERM));

if (isInMemory) useMemoryForTemporaryFiles();
const folder = await makeRunFolder();
// Detached: Ctrl-C tells every process of the group, and each would begin to stop in its own way.
const child = spawn(process.execPath, command, {
  detached: true,
  env: { ...process.env, TMPDIR: folder },
  stdio: 'inherit',
});
let exitCode: number | undefined;
end = (code) => {
  if (exitCode !== undefined) return;
  exitCode = code;
  void removeRunFolder(folder, listDescendants(process.pid)).finally(() => process.exit(exitCode));
};
child.once('exit', (code, signal) => end(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
