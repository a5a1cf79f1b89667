import { createHmac } from 'node:crypto';
import { cardTypes } from '@myaccount/contract/payment-methods';
import type { ServiceState } from '../../platform/http/health.ts';
import { type CaptureResult, cardExpiry, lastFourOf } from '../capture.ts';
import { rejectedMsoft } from '../card-processor/transafe/transafe.names.ts';
import { measureCall } from '../measure-call.ts';
import { ServiceHttp, type ServiceResponse } from '../service-http.ts';
import { type FrameRequest, signedFields } from './signed-fields.ts';

/** A frame's hidden inputs, in the order in which they were signed, and their signature. */
export interface SignedFrame {
  readonly hash: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

/** TranSafe's hosted frame: the portal signs it and asks what its tickets stand for. */
export interface CardFrame {
  sign(request: FrameRequest): SignedFrame;
  /** Takes the card or bank account of a ticket into the vault. A ticket works once. Does not throw. */
  capture(ticket: string): Promise<CaptureResult>;
  state(): ServiceState;
}

interface CardFrameOptions {
  readonly url: string;
  readonly apiKeyId: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
}

/** [I] `vault/account` with a ticket, from the permission TOKEN_ADD and symmetry. The other names are documented. */
const paths = { cardType: '/api/v2/transaction/cardtype', vault: '/api/v2/vault/account' } as const;
const acceptedCodes: readonly unknown[] = ['AUTH', 'SUCCESS'];
const refusedStatuses: readonly number[] = [400, 402];
const notFoundStatus = 404;

/** Opens TranSafe's PaymentFrame (transafe.com, "PaymentFrame") and the vault of its REST v2. */
export function openTransafeFrame({ url, apiKeyId, apiKey, timeoutMs }: CardFrameOptions): CardFrame {
  const headers = { 'X-API-KEY-ID': apiKeyId, 'X-API-KEY': apiKey };
  const http = new ServiceHttp({ url, headers, timeoutMs });
  return {
    sign: (request) => sign(request, apiKeyId, apiKey),
    capture: (ticket) =>
      measureCall({ processor: 'transafe', call: 'capture' }, () => captureTicket(http, ticket)),
    state: () => http.state(),
  };
}

function sign(request: FrameRequest, apiKeyId: string, apiKey: string): SignedFrame {
  const fields = signedFields.flatMap(({ name, valueIn }) => {
    const value = valueIn(request, apiKeyId);
    return value === undefined ? [] : [{ name: `hmac-${name}`, value }];
  });
  const message = fields.map(({ value }) => value).join('');
  return { hash: createHmac('sha256', apiKey).update(message).digest('hex'), fields };
}

/** Asks for the kind of card first: it can be asked again, while the vault takes a ticket once. */
async function captureTicket(http: ServiceHttp, ticket: string): Promise<CaptureResult> {
  const body = { account_data: { cardshieldticket: ticket } };
  const cardType = await http.call({ method: 'POST', path: paths.cardType, body });
  const refusal = refusalOf(cardType);
  if (refusal) return refusal;
  const stored = await http.call({ method: 'POST', path: paths.vault, body });
  return refusalOf(stored) ?? readCapture(stored);
}

/** Returns why there is nothing to go on with; undefined for an acceptance. Only the service's own words refuse a card. */
function refusalOf(response: ServiceResponse): CaptureResult | undefined {
  if (response.kind !== 'response') return { outcome: 'unavailable', text: response.text };
  const { status, body } = response;
  const { code, msoft_code: msoft, verbiage } = body;
  if (status === notFoundStatus && msoft === 'DATA_RECORDNOTFOUND') return { outcome: 'not-found' };
  if (acceptedCodes.includes(code) && status < 300) return undefined;
  const isRefusal = refusedStatuses.includes(status) && !rejectedMsoft.includes(msoft);
  if (!isRefusal || typeof code !== 'string' || code === '' || acceptedCodes.includes(code))
    return { outcome: 'unavailable', text: `HTTP ${status} ${code} ${msoft}` };
  return { outcome: 'refused', code, text: typeof verbiage === 'string' ? verbiage : '' };
}

function readCapture(response: ServiceResponse): CaptureResult {
  const { token, cardtype, account, expdate } = response.kind === 'response' ? response.body : {};
  const lastFour = lastFourOf(account);
  const isToken = typeof token === 'string' && token !== '';
  if (!isToken || lastFour === undefined)
    return { outcome: 'unavailable', text: 'a vault entry without token' };
  const isBankAccount = cardtype === 'ACH' || cardtype === 'CHECK';
  const expiresOn = isBankAccount ? null : expiryOf(expdate);
  if (expiresOn === undefined) return { outcome: 'unavailable', text: 'a card without expiration date' };
  const cardType = cardTypes.find((known) => known === cardtype) ?? 'OTHER';
  return { outcome: 'captured', capture: { token, cardType, lastFour, expiresOn } };
}

/** MMYY. */
function expiryOf(expdate: unknown): string | undefined {
  const [, month, year] = /^(\d{2})(\d{2})$/.exec(String(expdate)) ?? [];
  return cardExpiry(month, `20${year}`);
}
