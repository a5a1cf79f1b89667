// Sets up a fresh checkout; returns quickly when nothing is missing. It is plain JavaScript without dependencies, because
// it runs before they are installed, on the system's Node (20 or newer).
//
//   --no-build  do not build the web pages     --browser  install Chromium for the browser tests
//   --quiet     print only what was done and what failed
// It prints to stderr: `npm run --silent personas` prints JSON to stdout.
import { ensureBrowser } from './set-up/browser.mjs';
import { ensureDependencies } from './set-up/dependencies.mjs';
import { log, SetUpError } from './set-up/environment.mjs';
import { ensureNode, ensurePortalNode } from './set-up/node-version.mjs';
import { ensureWebBuild } from './set-up/web-build.mjs';

const options = new Set(process.argv.slice(2));

try {
  ensureNode();
  let didWork = ensureDependencies();
  ensurePortalNode();
  if (options.has('--browser')) didWork = ensureBrowser() || didWork;
  if (!options.has('--no-build')) didWork = ensureWebBuild() || didWork;
  if (!didWork && !options.has('--quiet')) log('everything is in place.');
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  log(error.message);
  process.exitCode = 1;
}
