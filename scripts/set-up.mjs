// Sets up a fresh checkout; returns quickly when nothing is missing. It is plain JavaScript without dependencies, because
// it runs before they are installed, on the system's Node (20 or newer).
//
//   --no-build  do not build the web pages     --browser  install Chromium for the browser tests
//   --bench       install what only the bench needs
//   --quiet     print only what was done and what failed
//   --production  what only development needs may be missing
//   --check       install and build nothing: say what is missing
// It prints to stderr: `npm run --silent personas` prints JSON to stdout.
import { ensureBrowser } from './set-up/browser.mjs';
import { ensureBenchDependencies, ensureDependencies, requireDependencies } from './set-up/dependencies.mjs';
import { log, SetUpError } from './set-up/environment.mjs';
import { ensureNode, ensurePortalNode, ensureSystem } from './set-up/node-version.mjs';
import { ensureWebBuild } from './set-up/web-build.mjs';

const options = new Set(process.argv.slice(2));

try {
  ensureSystem(`${process.platform}-${process.arch}`);
  ensureNode();
  if (options.has('--check')) check();
  else setUp();
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  log(error.message);
  process.exitCode = 1;
}

function setUp() {
  let didWork = ensureDependencies({ isProduction: options.has('--production') });
  ensurePortalNode();
  if (options.has('--bench')) didWork = ensureBenchDependencies() || didWork;
  if (options.has('--browser')) didWork = ensureBrowser() || didWork;
  if (!options.has('--no-build')) didWork = ensureWebBuild() || didWork;
  if (!didWork && !options.has('--quiet')) log('everything is in place.');
}

function check() {
  requireDependencies();
  ensurePortalNode();
}
