import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, SetUpError } from './environment.mjs';

const OLDEST_MAJOR = 20;
const PORTAL_MAJOR = 24;

/** Set-up itself runs on any Node from 20 on; the portal runs on Node 24, which comes with the dependencies. */
export function ensureNode() {
  if (runningMajor() >= OLDEST_MAJOR) return;
  throw new SetUpError(
    `this is Node ${process.versions.node}; Node ${OLDEST_MAJOR} or newer is needed (nodejs.org).`,
  );
}

/** Makes sure that what npm runs after set-up finds a Node for the portal. */
export function ensurePortalNode() {
  const ownNode = existsSync(join(root, 'node_modules', '.bin', 'node'));
  if (ownNode || runningMajor() >= PORTAL_MAJOR) return;
  throw new SetUpError(
    `Node ${PORTAL_MAJOR} comes with the dependencies only for Linux on x64 and arm64. ` +
      `On this machine, install Node ${PORTAL_MAJOR} or newer yourself (nodejs.org).`,
  );
}

function runningMajor() {
  return Number(process.versions.node.split('.')[0]);
}
