import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keys of a local start, as settings. */
export interface LocalKeys {
  readonly SECRET_KEYS: string;
  readonly ID_TOKEN_KEYS: string;
}

/** Returns the keys of a data folder; generates and reports them the first time. */
export function loadKeys(dataDir: string, report: (message: string) => void): LocalKeys {
  const file = join(dataDir, 'keys.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as LocalKeys;
  const keys: LocalKeys = {
    SECRET_KEYS: `local:${randomBytes(32).toString('hex')}`,
    ID_TOKEN_KEYS: JSON.stringify([makeSigningKey()]),
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  report(`Generated keys for this data folder: ${file}`);
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
