import { randomUUID } from 'node:crypto';
import { signFrame } from '../card-frame/frame-request.rules.ts';
import { callTransafe } from './processor-calls.ts';
import { type TestResponse, type TestSandbox, testCredentials } from './test-sandbox.ts';

export const portalOrigin = 'http://localhost:3000';

/** A card as typed, and a bank account. */
export const typedCard = {
  account: '4242 4242 4242 4242',
  expdate: '08/29',
  expmonth: '08',
  expyear: '2029',
  cv: '123',
  cardholdername: 'Ana Rivera',
};
export const typedAccount = {
  cardholdername: 'Ana Rivera',
  routing: '021000021',
  account: '1000000000',
  accounttype: 'C',
};

/** The hidden inputs of a card frame, signed with a key. */
export function signedInputs(
  fields: Record<string, string>,
  apiKey: string = testCredentials.TRANSAFE_API_KEY,
): Record<string, string> {
  const all = { sequence: randomUUID(), auth_apikey_id: testCredentials.TRANSAFE_API_KEY_ID, ...fields };
  const named = Object.entries(all).map(([name, value]) => [`hmac-${name}`, value]);
  return { ...Object.fromEntries(named), 'hmac-hmacsha256': signFrame(all, apiKey) };
}

/** Signed fields that are right at the sandbox's present. */
export function rightFields(sandbox: TestSandbox): Record<string, string> {
  return { timestamp: String(Math.floor(sandbox.clock.now().getTime() / 1000)), domain: portalOrigin };
}

/** Posts the hidden inputs as the portal's page does. */
export function postFrame(
  sandbox: TestSandbox,
  inputs: Record<string, string>,
  headers: Record<string, string> = { origin: portalOrigin },
): Promise<TestResponse> {
  return sandbox.callFrames('POST', '/PaymentFrame', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: String(new URLSearchParams(inputs)),
  });
}

/** Shows a card frame. Returns where its form is sent. */
export async function showFrame(sandbox: TestSandbox, fields: Record<string, string> = {}): Promise<string> {
  const { body } = await postFrame(sandbox, signedInputs({ ...rightFields(sandbox), ...fields }));
  return actionOf(body);
}

/** Types into a card frame. */
export function typeInto(sandbox: TestSandbox, action: string, typed: object): Promise<TestResponse> {
  return sandbox.callFrames('POST', action, { body: typed });
}

/** Where the form of a hosted page is sent. */
export function actionOf(page: string): string {
  return /action="([^"]+)"/.exec(page)?.[1] ?? '';
}

/** The ticket of a card or bank account that was typed into a new card frame. */
export async function ticketOf(sandbox: TestSandbox, typed: object): Promise<string> {
  const isBank = 'routing' in typed;
  const action = await showFrame(sandbox, isBank ? { 'include-ach': 'yes' } : {});
  return (await typeInto(sandbox, action, typed)).body.ticket;
}

/** Takes a ticket into the vault. */
export function takeTicket(sandbox: TestSandbox, cardshieldticket: string): Promise<TestResponse> {
  return callTransafe(sandbox, 'POST vault/account', { account_data: { cardshieldticket } });
}

/** Calls the card form's service with the right credentials. */
export function callCardForm(
  sandbox: TestSandbox,
  call: 'init' | 'query',
  members: object,
): Promise<TestResponse> {
  const { CHASE_SECURE_ID, CHASE_API_KEY } = testCredentials;
  return sandbox.callFrames('POST', `/api/${call}`, {
    body: { secure_id: CHASE_SECURE_ID, api_key: CHASE_API_KEY, ...members },
  });
}

/** Opens a card form. Returns its uid. */
export async function openForm(sandbox: TestSandbox): Promise<string> {
  const { body } = await callCardForm(sandbox, 'init', { txn_type: 'profileAdd', form_name: 'card' });
  return body.uid;
}
