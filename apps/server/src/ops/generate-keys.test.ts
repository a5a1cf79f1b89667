import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { testSettings } from '../testing/portal.ts';

const program = fileURLToPath(new URL('./ops.ts', import.meta.url));

test('[CONFIG-4] a shell reads the printed keys as settings', async () => {
  const shell = `eval "$(${process.execPath} ${program} generate-keys)"; printf '%s\\n' "$SECRET_KEYS" "$ID_TOKEN_KEYS"`;
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', shell], { env: {} });
  expect(stderr).toBe('');
  const [SECRET_KEYS, ID_TOKEN_KEYS] = stdout.split('\n');
  const config = readConfig({
    ...testSettings('postgres://localhost/myaccount'),
    SECRET_KEYS,
    ID_TOKEN_KEYS,
  });
  expect(config.secretKeys[0]?.id).toBe(config.idTokenKeys[0]?.kid);
});
