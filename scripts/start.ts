// `npm start`: runs the portal with everything it needs on this machine, until Ctrl-C.
import { resolve } from 'node:path';
import { runUntilStopped } from './start/run-until-stopped.ts';
import { welcome } from './start/welcome.ts';

await runUntilStopped({
  checkout: resolve(import.meta.dirname, '..'),
  holder: 'npm start',
  describe: welcome,
});
