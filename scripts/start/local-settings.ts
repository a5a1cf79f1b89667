import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxCredentials } from '../../apps/sandbox/src/credentials.ts';
import type { LocalKeys } from './keys.ts';
import type { Places } from './places.ts';

/** Settings by name, as a program's environment has them. */
export type Settings = Record<string, string>;

/** Addresses of the database, for the application and for whoever owns the tables. */
export interface DatabaseAddresses {
  readonly url: string;
  readonly ownerUrl: string;
}

const demoBrandFile = join(import.meta.dirname, 'demo-brand.json');

/** Where a person's browser finds the portal and the sandbox. */
export function browserAddresses(places: Places): { portal: string; sandbox: string } {
  return {
    portal: `http://localhost:${places.portalPort}`,
    sandbox: `http://localhost:${places.sandboxPort}`,
  };
}

/**
 * The complete settings of a local start: the portal itself insists on every one, so what a local start makes up is
 * here and nowhere else. What the caller's environment sets already wins.
 */
export function makeLocalSettings(
  places: Places,
  keys: LocalKeys,
  database: DatabaseAddresses,
  environment: NodeJS.ProcessEnv,
): Settings {
  const { portal, sandbox } = browserAddresses(places);
  const madeUp = {
    PUBLIC_URL: portal,
    BRAND_FILE: demoBrandFile,
    BUSINESS_TIME_ZONE: 'America/New_York',
    SMTP_URL: `smtp://127.0.0.1:${places.smtpPort}`,
    MAIL_FROM: 'Larkspur Fiber <no-reply@larkspur-fiber.example>',
    TRANSAFE_URL: `${sandbox}/transafe`,
    ORBITAL_URL: `${sandbox}/orbital`,
    ...sandboxCredentials,
    ...keys,
  };
  const decided = {
    PORT: String(places.portalPort),
    SANDBOX_PORT: String(places.sandboxPort),
    SANDBOX_SMTP_PORT: String(places.smtpPort),
    DATA_DIR: places.dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    PORTAL_URL: `${environment.PUBLIC_URL || portal}/myaccount`,
  };
  const chosen = Object.keys(madeUp).map((name) => [
    name,
    environment[name] || madeUp[name as keyof typeof madeUp],
  ]);
  return { ...Object.fromEntries(chosen), ...decided };
}

/** Leaves the settings for `npm run ops`, which works on the same data folder. */
export function rememberSettings(dataDir: string, settings: Settings): void {
  const file = settingsFile(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Where {@link rememberSettings} leaves them. */
export function settingsFile(dataDir: string): string {
  return join(dataDir, 'settings.json');
}
