import type { CardType } from '@myaccount/contract/payment-methods';
import type { ServiceState } from '../../platform/http/health.ts';
import { type CaptureResult, cardExpiry, lastFourOf } from '../capture.ts';
import { measureCall } from '../measure-call.ts';
import { ServiceHttp, type ServiceResponse } from '../service-http.ts';

/** A form that can be shown under its uid, or why there is none. */
export type OpenedForm =
  | { readonly outcome: 'opened'; readonly uid: string }
  | { readonly outcome: 'unavailable'; readonly text: string };

/** Chase's hosted card form: the portal opens it and asks what was typed. Neither call throws. */
export interface CardForm {
  open(formName: string): Promise<OpenedForm>;
  /** Asks for the card of a form. The same uid may be asked again. */
  capture(uid: string): Promise<CaptureResult>;
  state(): ServiceState;
}

interface CardFormOptions {
  readonly url: string;
  readonly secureId: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
}

/** [I] The paths and the statuses of a query. What public clients send and read counts as documented. */
const paths = { init: '/api/init', query: '/api/query' } as const;
const okStatus = 200;
const notCompleteStatus = 409;
const goneStatuses: readonly number[] = [404, 410];

/** The brands as the form names them. Any other is OTHER. */
const cardTypeOfBrand: Readonly<Record<string, CardType>> = {
  Visa: 'VISA',
  MasterCard: 'MASTERCARD',
  'American Express': 'AMEX',
  Discover: 'DISCOVER',
  JCB: 'JCB',
};

/** Opens the third generation of Chase's hosted form. Its token is a profile that Orbital charges. */
export function openChaseForm({ url, secureId, apiKey, timeoutMs }: CardFormOptions): CardForm {
  const http = new ServiceHttp({ url, headers: {}, timeoutMs });
  const credentials = { secure_id: secureId, api_key: apiKey };
  const call = (path: string, members: object) =>
    http.call({ method: 'POST', path, body: { ...credentials, ...members } });
  return {
    open: (formName) =>
      measureCall({ processor: 'orbital', call: 'open-form' }, async () =>
        readUid(await call(paths.init, { txn_type: 'profileAdd', form_name: formName })),
      ),
    capture: (uid) =>
      measureCall({ processor: 'orbital', call: 'capture' }, async () =>
        readCard(await call(paths.query, { uid })),
      ),
    state: () => http.state(),
  };
}

function readUid(response: ServiceResponse): OpenedForm {
  if (response.kind !== 'response') return { outcome: 'unavailable', text: response.text };
  const { status, body } = response;
  const isUid = status === okStatus && typeof body.uid === 'string' && /^[\x21-\x7e]{1,256}$/.test(body.uid);
  return isUid
    ? { outcome: 'opened', uid: String(body.uid) }
    : { outcome: 'unavailable', text: `HTTP ${status} without uid` };
}

function readCard(response: ServiceResponse): CaptureResult {
  if (response.kind !== 'response') return { outcome: 'unavailable', text: response.text };
  const { status, body } = response;
  if (goneStatuses.includes(status)) return { outcome: 'not-found' };
  if (status === notCompleteStatus) return { outcome: 'not-complete' };
  if (status !== okStatus) return { outcome: 'unavailable', text: `HTTP ${status}` };
  const { token_id: token, mpan, card_brand: brand, exp_month: month, exp_year: year } = body;
  if (token === undefined) return { outcome: 'not-complete' };
  const lastFour = lastFourOf(mpan);
  const expiresOn = cardExpiry(month, year);
  const isToken = typeof token === 'string' && token !== '';
  if (!isToken || lastFour === undefined || expiresOn === undefined)
    return { outcome: 'unavailable', text: 'a card that cannot be read' };
  const cardType = cardTypeOfBrand[String(brand)] ?? 'OTHER';
  return { outcome: 'captured', capture: { token, cardType, lastFour, expiresOn } };
}
