import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { testSettings } from '../testing/portal.ts';
import { runOps } from '../testing/run-ops.ts';

test('[CONFIG-4] a shell reads the printed keys as settings', async () => {
  const printed = (await runOps({}, ['generate-keys'])).out;
  const shell = `eval "$1"; printf '%s\\n' "$SECRET_KEYS" "$ID_TOKEN_KEYS"`;
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', shell, 'sh', printed], { env: {} });
  expect(stderr).toBe('');
  const [SECRET_KEYS, ID_TOKEN_KEYS] = stdout.split('\n');
  const config = readConfig({
    ...testSettings('postgres://localhost/myaccount'),
    SECRET_KEYS,
    ID_TOKEN_KEYS,
  });
  expect(config.secretKeys[0]?.id).toBe(config.idTokenKeys[0]?.kid);
});
