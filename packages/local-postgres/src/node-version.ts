const oldestMajor = 24;

/**
 * Refuses to go on under an old Node. Node 20 binds another socket name for the lock of a data folder than later
 * versions do: to it every folder looks free, so it would stop and delete a database that is in use.
 */
export function requireCurrentNode(): void {
  const version = process.versions.node;
  if (Number(version.split('.')[0]) >= oldestMajor) return;
  throw new Error(
    `This is Node ${version}; the portal and its tests need Node ${oldestMajor} or newer. It comes with the ` +
      'dependencies: use the npm commands (npm start, npm test), or put node_modules/.bin first in PATH.',
  );
}
