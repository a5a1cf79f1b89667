import { type Answer, CREDENTIALS, type TestSandbox } from './test-sandbox.ts';

/** A charge as the tests ask for it, whichever processor takes it. */
export interface TestCharge {
  token?: string;
  amountCents?: number;
  reference?: string;
  patienceMs?: number;
}

const { transafe, orbital } = CREDENTIALS;
const TRANSAFE_HEADERS = { 'x-api-key-id': transafe.apiKeyId, 'x-api-key': transafe.apiKey };
const ORBITAL_HEADERS = {
  orbitalConnectionUsername: orbital.username,
  orbitalConnectionPassword: orbital.password,
  merchantID: orbital.merchantId,
};

/** Calls TranSafe with the right key. */
export function callTransafe(
  sandbox: TestSandbox,
  line: string,
  body?: unknown,
  patienceMs?: number,
): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  return sandbox.call(method, `/transafe/api/v2/${path}`, { body, headers: TRANSAFE_HEADERS, patienceMs });
}

/** Charges by TranSafe. */
export function purchase(sandbox: TestSandbox, charge: TestCharge): Promise<Answer> {
  const { token = 'visa-4242', amountCents = 8_405, reference, patienceMs } = charge;
  const body = {
    account_data: { token },
    money: { amount: (amountCents / 100).toFixed(2) },
    order: reference === undefined ? {} : { ordernum: reference },
  };
  return callTransafe(sandbox, 'POST transaction/purchase', body, patienceMs);
}

/** Calls Orbital with the right credentials and merchant. */
export function callOrbital(
  sandbox: TestSandbox,
  path: string,
  members: Record<string, unknown>,
  patienceMs?: number,
): Promise<Answer> {
  const merchant = { bin: '000001', merchantID: orbital.merchantId, terminalID: '001' };
  const body = { version: '4.5', merchant, ...members };
  return sandbox.call('POST', `/orbital/gwapi/v4/gateway/${path}`, {
    body,
    headers: ORBITAL_HEADERS,
    patienceMs,
  });
}

/** Charges by Orbital; the reference is order number and retry trace. */
export function pay(sandbox: TestSandbox, charge: TestCharge): Promise<Answer> {
  const { token = 'visa-4242', amountCents = 8_405, reference = '1', patienceMs } = charge;
  const members = {
    transType: 'AC',
    paymentInstrument: { useProfile: { useCustomerRefNum: token } },
    order: { orderID: reference, amount: String(amountCents), industryType: 'EC', retryTrace: reference },
  };
  return callOrbital(sandbox, 'payments', members, patienceMs);
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
