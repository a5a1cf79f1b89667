import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, SetUpError } from './environment.mjs';

const oldestMajor = 20;
const portalMajor = 24;
/** The systems for which the built-in PostgreSQL, the PDF compiler, and Node 24 come as packages. */
const systems = ['linux-x64', 'linux-arm64'];

/**
 * Refuses a system that the portal's packages are not made for.
 * @param {string} system as `linux-x64`
 */
export function ensureSystem(system) {
  if (systems.includes(system)) return;
  throw new SetUpError(
    `this is ${system}; the portal runs on Linux (x64 or arm64). Use a Linux machine, a container, or WSL on Windows.`,
  );
}

/** Set-up itself runs on any Node from 20 on; the portal runs on Node 24. */
export function ensureNode() {
  if (runningMajor() >= oldestMajor) return;
  throw new SetUpError(
    `this is Node ${process.versions.node}; Node ${oldestMajor} or newer is needed (nodejs.org).`,
  );
}

/** Makes sure that what npm runs after set-up finds a Node for the portal. */
export function ensurePortalNode() {
  const ownNode = existsSync(join(root, 'node_modules', '.bin', 'node'));
  if (ownNode || runningMajor() >= portalMajor) return;
  throw new SetUpError(
    `the portal needs Node ${portalMajor} or newer, and this is Node ${process.versions.node}. Install it (nodejs.org), ` +
      'or put another one first in PATH. It comes with the development dependencies for Linux on x64 and arm64: npm ci',
  );
}

function runningMajor() {
  return Number(process.versions.node.split('.')[0]);
}
