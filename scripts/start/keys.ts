import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keys of a local start, in the form of the settings that carry them. */
export interface LocalKeys {
  readonly SECRET_KEYS: string;
  readonly ID_TOKEN_KEYS: string;
}

/** Gives the keys of a data folder; makes them the first time and says so. */
export function loadKeys(dataDir: string, report: (message: string) => void): LocalKeys {
  const file = join(dataDir, 'keys.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as LocalKeys;
  const keys: LocalKeys = {
    SECRET_KEYS: `local:${randomBytes(32).toString('hex')}`,
    ID_TOKEN_KEYS: JSON.stringify([makeSigningKey()]),
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  report(`Made keys for this data folder: ${file}`);
  return keys;
}

function makeSigningKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    ...privateKey.export({ format: 'jwk' }),
    alg: 'ES256',
    use: 'sig',
    kid: `local-${randomBytes(4).toString('hex')}`,
  };
}
