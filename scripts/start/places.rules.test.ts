import { expect, test } from 'vitest';
import { readPlaces } from './places.ts';

test('without settings the portal is on port 3000, the sandbox on 4000 and the data in .data', () => {
  expect(readPlaces({}, '/checkout')).toEqual({
    dataDir: '/checkout/.data',
    portalPort: 3000,
    sandboxPort: 4000,
    smtpPort: 4001,
    framePort: 4002,
  });
});

test('PORT, SANDBOX_PORT and DATA_DIR move it', () => {
  expect(readPlaces({ PORT: '3100', SANDBOX_PORT: '4100', DATA_DIR: '../other data' }, '/checkout')).toEqual({
    dataDir: '/other data',
    portalPort: 3100,
    sandboxPort: 4100,
    smtpPort: 4101,
    framePort: 4102,
  });
});

test.each([
  [{ PORT: 'http' }, 'PORT is "http"; it needs a port number from 1 to 65535.'],
  [{ PORT: '0' }, 'PORT is "0"'],
  [{ PORT: '70000' }, 'PORT is "70000"'],
  [{ SANDBOX_PORT: '-1' }, 'SANDBOX_PORT is "-1"'],
  [{ SANDBOX_PORT: '4e3' }, 'SANDBOX_PORT is "4e3"'],
  [{ PORT: '4000' }, 'four different ports'],
  [{ PORT: '4001' }, 'four different ports'],
  [{ PORT: '4002' }, 'four different ports'],
  [{ SANDBOX_FRAME_PORT: '4001' }, 'four different ports'],
  [{ SANDBOX_PORT: '65535' }, 'SANDBOX_PORT is "65535"; the two ports after it'],
  [{ SANDBOX_PORT: '65534' }, 'SANDBOX_PORT is "65534"; the two ports after it'],
])('[CONFIG-4] refuses %j and says what it needs', (environment, message) => {
  expect(() => readPlaces(environment, '/checkout')).toThrow(message);
});
