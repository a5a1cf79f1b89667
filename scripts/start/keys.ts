import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GeneratedKeys, generateKeys } from '../../apps/server/src/platform/generate-keys.ts';

/** Returns the keys of a data folder, as settings; generates and reports them the first time. */
export function loadKeys(dataDir: string, report: (message: string) => void): GeneratedKeys {
  const file = join(dataDir, 'keys.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as GeneratedKeys;
  const keys = generateKeys('local');
  writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  report(`Generated keys for this data folder: ${file}`);
  return keys;
}
