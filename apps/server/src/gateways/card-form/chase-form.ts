import type { CardType } from '@myaccount/contract/payment-methods';
import type { WebConfig } from '@myaccount/contract/web-config';
import { type CaptureResult, cardExpiry, lastFourOf } from '../capture.ts';
import type { ChaseFormSettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import { type ChosenNames, nameOf } from '../protocol-names.ts';
import {
  httpStatus,
  type JsonResponse,
  ServiceHttp,
  type Unavailable,
  unavailable,
} from '../service-http.ts';
import { wireNames } from '../wire-names.ts';

/** A form that can be shown under its uid, or why there is none. */
export type OpenedForm = { readonly outcome: 'opened'; readonly uid: string } | Unavailable;

/** Chase's hosted card form: the portal opens it and asks what was typed. Neither call throws. */
export type CardForm = ReturnType<typeof openChaseForm>;

/** [I] The paths and the statuses of a query. What public clients send and read counts as documented. */
const paths = { init: '/api/init', query: '/api/query' } as const;
const goneStatuses: readonly number[] = [httpStatus.notFound, 410];

/** The brands as the form names them. Any other is OTHER. */
const cardTypeOfBrand: Readonly<Record<string, CardType>> = {
  Visa: 'VISA',
  MasterCard: 'MASTERCARD',
  'American Express': 'AMEX',
  Discover: 'DISCOVER',
  JCB: 'JCB',
};

/** Opens the third generation of Chase's hosted form. Its token is a profile that Orbital charges. */
export function openChaseForm({ url, secureId, apiKey, timeoutMs, names }: ChaseFormSettings) {
  const http = new ServiceHttp({ url, headers: {}, timeoutMs, names: wireNames('card-form', names) });
  const callTo = (path: string, members: object) =>
    ({ method: 'POST', path, body: { secure_id: secureId, api_key: apiKey, ...members } }) as const;
  return {
    open: (formName: string) =>
      measureCall('orbital', 'open-form', () =>
        http.ask(callTo(paths.init, { txn_type: 'profileAdd', form_name: formName }), readUid),
      ),
    /** Asks for the card of a form. The same uid may be asked again. */
    capture: (uid: string) =>
      measureCall('orbital', 'capture', () => http.ask(callTo(paths.query, { uid }), readCard)),
    state: () => http.state(),
  };
}

/** Returns what the form calls the members of its messages to the page around it. */
export function chaseFormMessages(names?: ChosenNames): WebConfig['chaseFormMessages'] {
  return {
    id: nameOf('card-form.id', names),
    subject: nameOf('card-form.subject', names),
    data: nameOf('card-form.data', names),
    response: nameOf('card-form.response', names),
  };
}

function readUid({ status, body: { uid } }: JsonResponse): OpenedForm {
  const isUid = status === httpStatus.ok && typeof uid === 'string' && /^[\x21-\x7e]{1,256}$/.test(uid);
  return isUid ? { outcome: 'opened', uid } : unavailable(`HTTP ${status} without uid`);
}

function readCard({ status, body }: JsonResponse): CaptureResult {
  if (goneStatuses.includes(status)) return { outcome: 'not-found' };
  if (status === httpStatus.conflict) return { outcome: 'not-complete' };
  if (status !== httpStatus.ok) return unavailable(`HTTP ${status}`);
  const { token_id: token, mpan, card_brand: brand, exp_month: month, exp_year: year } = body;
  if (token === undefined) return { outcome: 'not-complete' };
  const lastFour = lastFourOf(mpan);
  const expiresOn = cardExpiry(month, year);
  const isToken = typeof token === 'string' && token !== '';
  if (!isToken || lastFour === undefined || expiresOn === undefined)
    return unavailable('a card that cannot be read');
  const cardType = cardTypeOfBrand[String(brand)] ?? 'OTHER';
  return { outcome: 'captured', capture: { token, cardType, lastFour, expiresOn } };
}
