// Brings a fresh checkout to where it can run; does nothing, fast, when there is nothing to do. It is plain JavaScript
// without dependencies, because it runs before there are any, under the Node of the system (20 or newer).
//
//   --no-build  leave the web pages alone     --browser  Chromium is needed, for the browser tests
//   --quiet     speak only about work and trouble
// Everything is said on stderr: `npm run --silent personas` prints JSON on stdout.
import { ensureBrowser } from './set-up/browser.mjs';
import { ensureDependencies } from './set-up/dependencies.mjs';
import { log, SetUpError } from './set-up/environment.mjs';
import { ensureNode, ensurePortalNode } from './set-up/node-version.mjs';
import { ensureWebBuild } from './set-up/web-build.mjs';

const asked = new Set(process.argv.slice(2));

try {
  ensureNode();
  let worked = ensureDependencies();
  ensurePortalNode();
  if (asked.has('--browser')) worked = ensureBrowser() || worked;
  if (!asked.has('--no-build')) worked = ensureWebBuild() || worked;
  if (!worked && !asked.has('--quiet')) log('everything is in place.');
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  log(error.message);
  process.exitCode = 1;
}
