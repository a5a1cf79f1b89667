import { resolve } from 'node:path';

/** Ports and data folder of a local start. */
export interface Places {
  readonly dataDir: string;
  readonly portalPort: number;
  readonly sandboxPort: number;
  readonly smtpPort: number;
}

/** The start cannot continue; the message says what to change. */
export class StartError extends Error {}

const highestPort = 65_535;

/** Reads ports and data folder from the settings; throws a StartError that names a wrong setting and its valid values. */
export function readPlaces(environment: NodeJS.ProcessEnv, checkout: string): Places {
  const portalPort = readPort(environment, 'PORT', 3000);
  const sandboxPort = readPort(environment, 'SANDBOX_PORT', 4000);
  const smtpPort = readPort(environment, 'SANDBOX_SMTP_PORT', sandboxPort + 1);
  if (smtpPort > highestPort) {
    throw new StartError(
      `SANDBOX_PORT is "${sandboxPort}"; the mail port after it needs to be at most ${highestPort}.`,
    );
  }
  if (new Set([portalPort, sandboxPort, smtpPort]).size < 3) {
    throw new StartError(
      `PORT (${portalPort}), SANDBOX_PORT (${sandboxPort}) and the sandbox's mail port (${smtpPort}: the next one, or ` +
        'SANDBOX_SMTP_PORT) need to be three different ports.',
    );
  }
  return { dataDir: resolve(checkout, environment.DATA_DIR || '.data'), portalPort, sandboxPort, smtpPort };
}

function readPort(environment: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = environment[name];
  if (!text) return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= highestPort) return port;
  throw new StartError(`${name} is "${text}"; it needs a port number from 1 to ${highestPort}.`);
}
