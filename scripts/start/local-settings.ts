import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxCredentials } from '../../apps/sandbox/src/credentials.ts';
import type { GeneratedKeys } from '../../apps/server/src/platform/generate-keys.ts';
import type { Places } from './places.ts';

/** Settings by name, as in a program's environment. */
export type Settings = Record<string, string>;

/** Addresses of the database, for the application's role and for the owner of the tables. */
export interface DatabaseAddresses {
  readonly url: string;
  readonly ownerUrl: string;
}

const demoBrandFile = join(import.meta.dirname, 'demo-brand.json');
const demoProductsFile = join(import.meta.dirname, 'demo-products.json');

/** Returns the addresses of portal, sandbox, and hosted frames for a browser. */
export function browserAddresses(places: Places): { portal: string; sandbox: string; frames: string } {
  return {
    portal: `http://localhost:${places.portalPort}`,
    sandbox: `http://localhost:${places.sandboxPort}`,
    frames: `http://localhost:${places.framePort}`,
  };
}

/**
 * Returns all settings of a local start. The portal requires every one, so all values that a local start makes up are
 * here. Settings in the caller's environment take precedence.
 */
export function makeLocalSettings(
  places: Places,
  keys: GeneratedKeys,
  database: DatabaseAddresses,
  environment: NodeJS.ProcessEnv,
): Settings {
  const { portal, sandbox, frames } = browserAddresses(places);
  const defaults = {
    PUBLIC_URL: portal,
    BRAND_FILE: demoBrandFile,
    // As on the bills of the people with autopay.
    LIMIT_AUTOPAY_DISCOUNT_CENTS: '500',
    BUSINESS_TIME_ZONE: 'America/New_York',
    SMTP_URL: `smtp://127.0.0.1:${places.smtpPort}`,
    MAIL_FROM: 'Larkspur Fiber <no-reply@larkspur-fiber.example>',
    TRANSAFE_URL: `${sandbox}/transafe`,
    TRANSAFE_FRAME_URL: frames,
    ORBITAL_URL: `${sandbox}/orbital`,
    CHASE_FORM_URL: frames,
    VERIFYPASS_URL: frames,
    FIELD_SERVICE_URL: `${sandbox}/field-service`,
    BILLING_SYSTEM: 'gtv',
    GTV_URL: `${sandbox}/gotransverse`,
    BILLING_PRODUCTS_FILE: demoProductsFile,
    BILLING_CALLS_PER_SECOND: '20',
    TWILIO_URL: sandbox,
    AUTH0_URL: frames,
    ...sandboxCredentials,
    ...keys,
  };
  const fixed = {
    PORT: String(places.portalPort),
    SANDBOX_PORT: String(places.sandboxPort),
    SANDBOX_SMTP_PORT: String(places.smtpPort),
    SANDBOX_FRAME_PORT: String(places.framePort),
    DATA_DIR: places.dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    PORTAL_URL: `${environment.PUBLIC_URL || portal}/myaccount`,
  };
  const chosen = Object.keys(defaults).map((name) => [
    name,
    environment[name] || defaults[name as keyof typeof defaults],
  ]);
  return { ...Object.fromEntries(chosen), ...fixed };
}

/** Stores the settings for `npm run ops`, which works on the same data folder. */
export function rememberSettings(dataDir: string, settings: Settings): void {
  const file = settingsFile(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Returns the file that {@link rememberSettings} writes. */
export function settingsFile(dataDir: string): string {
  return join(dataDir, 'settings.json');
}
