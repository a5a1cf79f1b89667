import type { TestPortal } from './portal.ts';
import type { TestSandbox } from './sandbox.ts';

/** A card as a customer types it. The sandbox's page of test numbers lists others. */
export const typedCard = {
  cardholdername: 'Ana Rivera',
  account: '4242424242424242',
  expdate: '08/30',
  cv: '123',
};
/** A bank account as a customer types it. */
export const typedBankAccount = {
  cardholdername: 'Ana Rivera',
  routing: '021000021',
  account: '1000006789',
  accounttype: 'C',
};
const typedFormCard = { ...typedCard, expmonth: '08', expyear: '2030' };

/** What a page asks to be signed; `fields` replace fields of it. */
export function frameBody(portal: TestPortal, fields: Record<string, unknown> = {}) {
  return {
    ts: Math.floor(portal.clock.now().getTime() / 1_000),
    domain: 'http://localhost:3000',
    styles: 'http://localhost:3000/myaccount/frame-styles/light.css',
    sequence: crypto.randomUUID(),
    isAccountHolderName: true,
    isACHPayment: false,
    ...fields,
  };
}

interface Frame {
  readonly hash: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

/** Opens a signed frame as a browser does. */
export async function openFrame(sandbox: TestSandbox, { hash, fields }: Frame): Promise<Response> {
  const inputs = [...fields, { name: 'hmac-hmacsha256', value: hash }];
  return await fetch(`${sandbox.framesUrl}/PaymentFrame`, {
    method: 'POST',
    headers: { origin: 'http://localhost:3000' },
    body: new URLSearchParams(inputs.map(({ name, value }): [string, string] => [name, value])),
  });
}

/** Signs and opens a frame, types into it, and returns the ticket that the page would get. */
export async function typeIntoFrame(
  portal: TestPortal,
  sandbox: TestSandbox,
  token: string,
  typed: Record<string, string> = typedCard,
): Promise<string> {
  const isACHPayment = 'routing' in typed;
  const signed = await portal.post('/hash/transafe/frame', frameBody(portal, { isACHPayment }), token);
  const page = await (await openFrame(sandbox, signed.json())).text();
  const action = /action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  if (!action) throw new Error(`The frame was refused: ${page}`);
  const body = new URLSearchParams(typed);
  const answer = await fetch(sandbox.framesUrl + action, { method: 'POST', body });
  return ((await answer.json()) as { ticket: string }).ticket;
}

/** Opens the card form, types a card into it, and returns its uid. */
export async function typeIntoForm(
  portal: TestPortal,
  sandbox: TestSandbox,
  token: string,
  typed: Record<string, string> = typedFormCard,
): Promise<string> {
  const uid = await openForm(portal, token);
  await fetch(`${sandbox.framesUrl}/hpf/?uid=${uid}`);
  const body = new URLSearchParams(typed);
  await fetch(`${sandbox.framesUrl}/hpf/${uid}`, { method: 'POST', body });
  return uid;
}

/** Opens the card form and returns its uid. */
export async function openForm(portal: TestPortal, token: string): Promise<string> {
  const query = { form_name: 'card', total_amount: '0.00', billing_name: 'Ana Rivera' };
  return (await portal.get('/payments/chase/uid', query, token)).json().uid;
}

/** Types into a frame, has its ticket verified, and returns the handle to save it by. */
export async function captureInFrame(
  portal: TestPortal,
  sandbox: TestSandbox,
  token: string,
  typed?: Record<string, string>,
): Promise<string> {
  const cardshieldticket = await typeIntoFrame(portal, sandbox, token, typed);
  return (await portal.get('/transafe/transaction/verify', { cardshieldticket }, token)).json().token;
}

/** What a page sends to save the Visa …4242 of a frame; `method` replaces fields of the method. */
export function frameMethodBody(accountId: string, handle: string, method: object = {}) {
  return {
    auto_payment: false,
    multi_factor_auth: false,
    billing_account: { id: accountId },
    payment_method: {
      payment_method_type: 'custom',
      reference: 'VISA;4242',
      custom_field_values: [
        { name: 'Token', value: handle },
        { name: 'Nick Name', value: ' Everyday ' },
        { name: 'accountname', value: 'Ana Rivera' },
      ],
      ...method,
    },
  };
}
