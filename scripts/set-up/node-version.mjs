import { SetUpError } from './say.mjs';

const OLDEST_MAJOR = 20;

/** The portal itself runs on Node 24, which comes with the dependencies; fetching them needs any Node from 20 on. */
export function ensureNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= OLDEST_MAJOR) return;
  throw new SetUpError(
    `this is Node ${process.versions.node}; Node ${OLDEST_MAJOR} or newer is needed (nodejs.org).`,
  );
}
