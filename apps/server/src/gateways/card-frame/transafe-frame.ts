import { createHmac } from 'node:crypto';
import { cardTypes } from '@myaccount/contract/payment-methods';
import { type CaptureResult, cardExpiry, lastFourOf } from '../capture.ts';
import { stringOf } from '../card-processor/members.ts';
import { bankField, paths, rejectedMsoft, vaultToken } from '../card-processor/transafe/transafe.names.ts';
import { isNotFound } from '../card-processor/transafe/transafe.responses.ts';
import type { TransafeSettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import { httpStatus, type JsonResponse, ServiceHttp, unavailable } from '../service-http.ts';

/** What a frame is signed for. */
export interface FrameRequest {
  /** Unix seconds. */
  readonly timestamp: number;
  /** Origin of the page around the frame. */
  readonly domain: string;
  readonly sequence: string;
  readonly styleSheet: string | undefined;
  readonly hasHolderName: boolean;
  readonly isBankAccount: boolean;
}

/** TranSafe's hosted frame: the portal signs it and asks what its tickets refer to. */
export type CardFrame = ReturnType<typeof openTransafeFrame>;

const acceptedCodes: readonly unknown[] = ['AUTH', 'SUCCESS'];
const refusedStatuses: readonly number[] = [400, 402];

/** Opens TranSafe's PaymentFrame (transafe.com, "PaymentFrame") and the vault of its REST v2. */
export function openTransafeFrame({ url, apiKeyId, apiKey, timeoutMs }: TransafeSettings) {
  const headers = { 'X-API-KEY-ID': apiKeyId, 'X-API-KEY': apiKey };
  const http = new ServiceHttp({ url, headers, timeoutMs });
  return {
    /** Returns a frame's hidden inputs, in the order in which they were signed, and their signature. */
    sign: (request: FrameRequest) => {
      const fields = fieldsToSign(request, apiKeyId);
      const message = fields.map(({ value }) => value).join('');
      return { hash: createHmac('sha256', apiKey).update(message).digest('hex'), fields };
    },
    /** Takes the card or bank account of a ticket into the vault. A ticket works once. Does not throw. */
    capture: (ticket: string) => measureCall('transafe', 'capture', () => captureTicket(http, ticket)),
    state: () => http.state(),
  };
}

/**
 * Returns the fields of TranSafe's frame in the order in which they are signed (transafe.com, "PaymentFrame"): the attributes
 * `data-hmac-…` and the hidden inputs. A field of the documentation that is not here (`include-street`, `include-zip`,
 * `cardholdername-format`) is left out. [N] The place of the field for bank accounts.
 */
function fieldsToSign(request: FrameRequest, apiKeyId: string) {
  const { timestamp, domain, sequence, styleSheet, hasHolderName, isBankAccount } = request;
  return [
    { name: 'hmac-timestamp', value: String(timestamp) },
    { name: 'hmac-domain', value: domain },
    { name: 'hmac-sequence', value: sequence },
    { name: 'hmac-auth_apikey_id', value: apiKeyId },
    ...(styleSheet === undefined ? [] : [{ name: 'hmac-css-url', value: styleSheet }]),
    { name: 'hmac-include-cardholdername', value: hasHolderName ? 'yes' : 'no' },
    { name: 'hmac-expdate-format', value: 'single-text' },
    { name: 'hmac-auto-reload', value: 'yes' },
    { name: 'hmac-autocomplete', value: 'yes' },
    { name: 'hmac-include-submit-button', value: 'yes' },
    ...(isBankAccount ? [{ name: bankField, value: 'yes' }] : []),
  ];
}

/**
 * Asks for the kind of card first: it can be asked again, while the vault takes a ticket once. What is documented comes from the documented
 * calls: kind and digits from this one, the date from the vault's entry.
 */
async function captureTicket(http: ServiceHttp, ticket: string): Promise<CaptureResult> {
  const body = { account_data: { cardshieldticket: ticket } };
  const read = (response: JsonResponse) => refusalOf(response) ?? response;
  const kind = await http.ask({ method: 'POST', path: paths.cardType, body }, read);
  if ('outcome' in kind) return kind;
  const entry = await http.ask({ method: 'POST', path: paths.vault, body }, read);
  if ('outcome' in entry)
    return entry.outcome === 'unavailable'
      ? unavailable(`paths.vault (transafe.names.ts): ${entry.text}`)
      : entry;
  const token = stringOf(entry.body[vaultToken]);
  if (!token) return unavailable('vaultToken (transafe.names.ts): a vault entry without token');
  const { cardtype, account } = kind.body;
  if (cardtype === 'ACH' || cardtype === 'CHECK')
    return captureOf({ token, cardtype, account, expiresOn: null });
  const path = `${paths.vault}/${encodeURIComponent(token)}`;
  const stored = await http.ask({ method: 'GET', path }, read);
  if ('outcome' in stored) return unavailable('a vault entry that cannot be read');
  return captureOf({ token, cardtype, account, expiresOn: expiryOf(stored.body.expdate) });
}

/** Returns why there is nothing to go on with; undefined for an acceptance. Only the service's own words refuse a card. */
function refusalOf(response: JsonResponse): CaptureResult | undefined {
  const { status, body } = response;
  const { code, msoft_code: msoft, verbiage } = body;
  if (isNotFound(response)) return { outcome: 'not-found' };
  if (acceptedCodes.includes(code) && status < httpStatus.firstRedirect) return undefined;
  const isRefusal = refusedStatuses.includes(status) && !rejectedMsoft.includes(msoft);
  if (!isRefusal || typeof code !== 'string' || code === '' || acceptedCodes.includes(code))
    return unavailable(`HTTP ${status} ${code} ${msoft}`);
  return { outcome: 'refused', code, text: typeof verbiage === 'string' ? verbiage : '' };
}

interface Entry {
  readonly token: string;
  readonly cardtype: unknown;
  readonly account: unknown;
  readonly expiresOn: string | null | undefined;
}

function captureOf({ token, cardtype, account, expiresOn }: Entry): CaptureResult {
  const lastFour = lastFourOf(account);
  if (lastFour === undefined || expiresOn === undefined)
    return unavailable('a card without digits or expiration date');
  const cardType = cardTypes.find((known) => known === cardtype) ?? 'OTHER';
  return { outcome: 'captured', capture: { token, cardType, lastFour, expiresOn } };
}

/** MMYY. */
function expiryOf(expdate: unknown): string | undefined {
  const [, month, year] = /^(\d{2})(\d{2})$/.exec(String(expdate)) ?? [];
  return cardExpiry(month, `20${year}`);
}
