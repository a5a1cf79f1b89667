import { resolve } from 'node:path';

/** Ports and data folder of a local start. */
export interface Places {
  readonly dataDir: string;
  readonly portalPort: number;
  readonly sandboxPort: number;
  readonly smtpPort: number;
  /** Port of the sandbox's hosted frames, which have their own origin. */
  readonly framePort: number;
}

/** The start cannot continue; the message says what to change. */
export class StartError extends Error {}

const highestPort = 65_535;

/** Reads ports and data folder from the settings; throws a StartError that names a wrong setting and its valid values. */
export function readPlaces(environment: NodeJS.ProcessEnv, checkout: string): Places {
  const portalPort = readPort(environment, 'PORT', 3000);
  const sandboxPort = readPort(environment, 'SANDBOX_PORT', 4000);
  const smtpPort = readPort(environment, 'SANDBOX_SMTP_PORT', sandboxPort + 1);
  const framePort = readPort(environment, 'SANDBOX_FRAME_PORT', sandboxPort + 2);
  if (Math.max(smtpPort, framePort) > highestPort) {
    throw new StartError(
      `SANDBOX_PORT is "${sandboxPort}"; the two ports after it need to be at most ${highestPort}.`,
    );
  }
  if (new Set([portalPort, sandboxPort, smtpPort, framePort]).size < 4) {
    throw new StartError(
      `PORT (${portalPort}), SANDBOX_PORT (${sandboxPort}), the sandbox's mail port (${smtpPort}: the next one, or ` +
        `SANDBOX_SMTP_PORT) and the port of its hosted frames (${framePort}: the one after, or SANDBOX_FRAME_PORT) ` +
        'need to be four different ports.',
    );
  }
  const dataDir = resolve(checkout, environment.DATA_DIR || '.data');
  return { dataDir, portalPort, sandboxPort, smtpPort, framePort };
}

function readPort(environment: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = environment[name];
  if (!text) return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= highestPort) return port;
  throw new StartError(`${name} is "${text}"; it needs a port number from 1 to ${highestPort}.`);
}
