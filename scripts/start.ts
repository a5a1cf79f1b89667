// `npm start`: the portal with everything it needs on this machine, until Ctrl-C.
import { resolve } from 'node:path';
import { runUntilTold } from './start/run-until-told.ts';
import { welcome } from './start/welcome.ts';

await runUntilTold({
  checkout: resolve(import.meta.dirname, '..'),
  holder: 'npm start',
  describe: welcome,
});
