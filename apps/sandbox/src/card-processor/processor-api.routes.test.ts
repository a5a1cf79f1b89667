import { expect, it } from 'vitest';
import { sandboxForFile, testCredentials } from '../testing/test-sandbox.ts';

const sandbox = sandboxForFile();

const transafe = {
  path: '/transafe/api/v2',
  charge: '/transaction/purchase',
  headers: {
    'x-api-key-id': testCredentials.TRANSAFE_API_KEY_ID,
    'x-api-key': testCredentials.TRANSAFE_API_KEY,
  },
};
const orbital = {
  path: '/orbital/gwapi/v4/gateway',
  charge: '/payments',
  headers: {
    orbitalConnectionUsername: testCredentials.ORBITAL_USERNAME,
    orbitalConnectionPassword: testCredentials.ORBITAL_PASSWORD,
    merchantID: testCredentials.ORBITAL_MERCHANT_ID,
  },
};

it.each([
  ['TranSafe', transafe, 401, { msoft_code: 'ACCT_AUTHFAILED' }],
  ['Orbital', orbital, 412, { procStatus: '20412' }],
])('%s refuses a call if one credential is wrong', async (_name, { path, charge, headers }, status, body) => {
  for (const name of Object.keys(headers)) {
    const wrong = { ...headers, [name]: 'wrong' };
    const response = await sandbox.call('POST', `${path}${charge}`, { body: {}, headers: wrong });
    expect(response).toMatchObject({ status, body });
  }
});

it.each([
  ['TranSafe', transafe, [405, 'SETUP_TRANTYPE'], [400, 'DATA_BADTRANS']],
  ['Orbital', orbital, [400, '40'], [400, '40']],
])('%s responds to other calls, and to what is not JSON', async (_name, api, unknown, unreadable) => {
  const { path, charge, headers } = api;
  const call = async (name: string, body: unknown) => {
    const response = await sandbox.call('POST', path + name, { body, headers });
    return [response.status, response.body.msoft_code ?? response.body.procStatus];
  };
  expect(await call('/nothing', {})).toEqual(unknown);
  expect(await call(charge, '{')).toEqual(unreadable);
});
