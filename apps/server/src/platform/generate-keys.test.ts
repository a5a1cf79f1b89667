import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { testSettings } from '../testing/portal.ts';
import { generateKeys } from './generate-keys.ts';
import { prepareIdTokens } from './id-token.ts';
import { Secrets } from './secrets.ts';

test('[CONFIG-4] generated keys are accepted as settings, seal and sign, and are never the same twice', async () => {
  const keys = generateKeys('2026-11-22');
  const config = readConfig({ ...testSettings('postgres://localhost/myaccount'), ...keys });

  const secrets = new Secrets(config.secretKeys);
  expect(secrets.currentKeyId).toMatch(/^2026-11-22-[0-9a-f]{8}$/);
  const { keyId, bytes } = secrets.seal('1234', 'account.pin');
  expect(secrets.open({ keyId, bytes }, 'account.pin')).toBe('1234');

  const idTokens = await prepareIdTokens(config.idTokenKeys, config.publicUrl);
  expect(JSON.stringify(idTokens.keySet)).not.toContain('"d"');

  const others = generateKeys('2026-11-22');
  expect(others.SECRET_KEYS.split(':')[1]).not.toBe(keys.SECRET_KEYS.split(':')[1]);
  expect(JSON.parse(others.ID_TOKEN_KEYS)[0].d).not.toBe(JSON.parse(keys.ID_TOKEN_KEYS)[0].d);
});
