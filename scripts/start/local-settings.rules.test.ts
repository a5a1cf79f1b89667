import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../apps/server/src/config.ts';
import { loadKeys } from './keys.ts';
import { makeLocalSettings, rememberSettings, settingsFile } from './local-settings.ts';
import { readPlaces } from './places.ts';

const database = {
  url: 'postgres://app:x@%2Ftmp:5432/myaccount',
  ownerUrl: 'postgres://owner:x@%2Ftmp:5432/myaccount',
};
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function settingsFor(environment: NodeJS.ProcessEnv) {
  const places = readPlaces({ ...environment, DATA_DIR: dataDir }, '/checkout');
  return makeLocalSettings(
    places,
    loadKeys(dataDir, () => undefined),
    database,
    environment,
  );
}

test('[CONFIG-4] the settings of a local start are complete for the portal', () => {
  const config = readConfig(settingsFor({ PORT: '3100', SANDBOX_PORT: '4100' }));
  expect(config).toMatchObject({
    port: 3100,
    publicUrl: 'http://localhost:3100',
    mail: { smtpUrl: 'smtp://127.0.0.1:4101' },
    transafe: { url: 'http://localhost:4100/transafe' },
  });
});

test('the hosted frames have their own origin, the second port after the sandbox', () => {
  const { TRANSAFE_FRAME_URL, CHASE_FORM_URL, SANDBOX_FRAME_PORT } = settingsFor({ SANDBOX_PORT: '4100' });
  expect(SANDBOX_FRAME_PORT).toBe('4102');
  expect([TRANSAFE_FRAME_URL, CHASE_FORM_URL]).toEqual(['http://localhost:4102', 'http://localhost:4102']);
});

test('what the environment sets wins over what the local start makes up', () => {
  const settings = settingsFor({
    PUBLIC_URL: 'https://my.example.com',
    MAIL_FROM: 'me@example.com',
    ORBITAL_URL: '',
  });
  expect(settings).toMatchObject({
    PUBLIC_URL: 'https://my.example.com',
    MAIL_FROM: 'me@example.com',
    ORBITAL_URL: 'http://localhost:4000/orbital',
  });
});

test('keys are made once, said once, and readable by their owner alone, like the settings', () => {
  const report = vi.fn();
  const first = loadKeys(dataDir, report);
  expect(loadKeys(dataDir, report)).toEqual(first);
  expect(report).toHaveBeenCalledTimes(1);
  rememberSettings(dataDir, settingsFor({}));
  for (const file of [join(dataDir, 'keys.json'), settingsFile(dataDir)]) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});
