import { type TestResponse, type TestSandbox, testCredentials } from './test-sandbox.ts';

/** A test charge for either processor. */
export interface TestCharge {
  readonly token?: string;
  readonly amountCents?: number;
  readonly reference?: string;
  readonly timeoutMs?: number;
}

const transafeHeaders = {
  'x-api-key-id': testCredentials.TRANSAFE_API_KEY_ID,
  'x-api-key': testCredentials.TRANSAFE_API_KEY,
};
const orbitalHeaders = {
  orbitalConnectionUsername: testCredentials.ORBITAL_USERNAME,
  orbitalConnectionPassword: testCredentials.ORBITAL_PASSWORD,
  merchantID: testCredentials.ORBITAL_MERCHANT_ID,
};

/** Calls TranSafe with the right API key. */
export function callTransafe(
  sandbox: TestSandbox,
  line: string,
  body?: unknown,
  timeoutMs?: number,
): Promise<TestResponse> {
  const [method = '', path = ''] = line.split(' ');
  return sandbox.call(method, `/transafe/api/v2/${path}`, { body, headers: transafeHeaders, timeoutMs });
}

/** Charges with TranSafe. */
export function purchase(sandbox: TestSandbox, charge: TestCharge): Promise<TestResponse> {
  const { token = 'visa-4242', amountCents = 8_405, reference, timeoutMs } = charge;
  const body = {
    account_data: { token },
    money: { amount: (amountCents / 100).toFixed(2) },
    order: reference === undefined ? {} : { ordernum: reference },
  };
  return callTransafe(sandbox, 'POST transaction/purchase', body, timeoutMs);
}

/** Calls Orbital with the right credentials and merchant. */
export function callOrbital(
  sandbox: TestSandbox,
  path: string,
  members: Record<string, unknown>,
  timeoutMs?: number,
): Promise<TestResponse> {
  const merchant = { bin: '000001', merchantID: testCredentials.ORBITAL_MERCHANT_ID, terminalID: '001' };
  const body = { version: '4.5', merchant, ...members };
  return sandbox.call('POST', `/orbital/gwapi/v4/gateway/${path}`, {
    body,
    headers: orbitalHeaders,
    timeoutMs,
  });
}

/** Charges with Orbital. The reference is both order number and retry trace. */
export function pay(sandbox: TestSandbox, charge: TestCharge): Promise<TestResponse> {
  const { token = 'visa-4242', amountCents = 8_405, reference = '1', timeoutMs } = charge;
  const members = {
    transType: 'AC',
    merchantInitiatedTransaction: { mitMsgType: 'CSTO', mitStoredCredentialInd: 'Y' },
    paymentInstrument: { useProfile: { useCustomerRefNum: token } },
    order: { orderID: reference, amount: String(amountCents), industryType: 'EC', retryTrace: reference },
  };
  return callOrbital(sandbox, 'payments', members, timeoutMs);
}

/** Looks up a charge in Orbital. */
export function inquire(sandbox: TestSandbox, reference: string): Promise<TestResponse> {
  return callOrbital(sandbox, 'inquiry', { order: { orderID: reference, inquiryRetryNumber: reference } });
}

/** Returns a new reference on each call, counting up from the first. */
export function countReferencesFrom(first: number): () => string {
  let next = first;
  return () => String(next++);
}
