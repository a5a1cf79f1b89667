import { type Answer, type TestSandbox, testCredentials } from './test-sandbox.ts';

/** A charge as the tests ask for it, whichever processor takes it. */
export interface TestCharge {
  readonly token?: string;
  readonly amountCents?: number;
  readonly reference?: string;
  readonly timeoutMs?: number;
}

const { transafe, orbital } = testCredentials;
const transafeHeaders = { 'x-api-key-id': transafe.apiKeyId, 'x-api-key': transafe.apiKey };
const orbitalHeaders = {
  orbitalConnectionUsername: orbital.username,
  orbitalConnectionPassword: orbital.password,
  merchantID: orbital.merchantId,
};

/** Calls TranSafe with the right key. */
export function callTransafe(
  sandbox: TestSandbox,
  line: string,
  body?: unknown,
  timeoutMs?: number,
): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  return sandbox.call(method, `/transafe/api/v2/${path}`, { body, headers: transafeHeaders, timeoutMs });
}

/** Charges by TranSafe. */
export function purchase(sandbox: TestSandbox, charge: TestCharge): Promise<Answer> {
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
): Promise<Answer> {
  const merchant = { bin: '000001', merchantID: orbital.merchantId, terminalID: '001' };
  const body = { version: '4.5', merchant, ...members };
  return sandbox.call('POST', `/orbital/gwapi/v4/gateway/${path}`, {
    body,
    headers: orbitalHeaders,
    timeoutMs,
  });
}

/** Charges by Orbital; the reference is order number and retry trace. */
export function pay(sandbox: TestSandbox, charge: TestCharge): Promise<Answer> {
  const { token = 'visa-4242', amountCents = 8_405, reference = '1', timeoutMs } = charge;
  const members = {
    transType: 'AC',
    paymentInstrument: { useProfile: { useCustomerRefNum: token } },
    order: { orderID: reference, amount: String(amountCents), industryType: 'EC', retryTrace: reference },
  };
  return callOrbital(sandbox, 'payments', members, timeoutMs);
}

/** Asks Orbital what became of a charge. */
export function inquire(sandbox: TestSandbox, reference: string): Promise<Answer> {
  return callOrbital(sandbox, 'inquiry', { order: { orderID: reference, inquiryRetryNumber: reference } });
}

/** References that nobody used before in this test file. */
export function countReferencesFrom(first: number): () => string {
  let next = first;
  return () => String(next++);
}
