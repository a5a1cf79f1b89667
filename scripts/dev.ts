// `npm run dev`: like `npm start`, but the portal restarts when its source changes, and Vite serves the pages and updates
// them in the browser as they are edited. It uses the data folder of `npm start`.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { browserAddresses } from './start/local-settings.ts';
import { runUntilStopped } from './start/run-until-stopped.ts';
import { welcome } from './start/welcome.ts';

const checkout = resolve(import.meta.dirname, '..');

await runUntilStopped({
  checkout,
  holder: 'npm run dev',
  portalOptions: ['--watch'],
  describe: (places) => {
    servePages(browserAddresses(places).portal);
    return `${welcome(places)}
  While you edit pages, use the address that Vite prints.
`;
  },
});

/** Starts Vite. Ctrl-C reaches both processes; however this one ends, it stops Vite. */
function servePages(portal: string): void {
  const vite = spawn(join(checkout, 'node_modules', '.bin', 'vite'), ['apps/web', '--clearScreen', 'false'], {
    env: { ...process.env, MYACCOUNT_SERVER_URL: portal },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.once('exit', () => vite.kill());
}
