import { type CaptureResult, cardExpiry, lastFourOf } from '../capture.ts';
import type { ChaseFormSettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import {
  httpStatus,
  type JsonResponse,
  ServiceHttp,
  type Unavailable,
  unavailable,
} from '../service-http.ts';
import { cardTypeOfBrand, formPaths, goneStatuses } from './chase-form.names.ts';

/** A form that can be shown under its uid, or why there is none. */
export type OpenedForm = { readonly outcome: 'opened'; readonly uid: string } | Unavailable;

/** Chase's hosted card form: the portal opens it and asks what was typed. Neither call throws. */
export type CardForm = ReturnType<typeof openChaseForm>;

/** Opens the third generation of Chase's hosted form. Its token is a profile that Orbital charges. */
export function openChaseForm({ url, secureId, apiKey, timeoutMs }: ChaseFormSettings) {
  const http = new ServiceHttp({ url, headers: {}, timeoutMs });
  const callTo = (path: string, members: object) =>
    ({ method: 'POST', path, body: { secure_id: secureId, api_key: apiKey, ...members } }) as const;
  return {
    open: (formName: string) =>
      measureCall('orbital', 'open-form', () =>
        http.ask(callTo(formPaths.init, { txn_type: 'profileAdd', form_name: formName }), readUid),
      ),
    /** Asks for the card of a form. The same uid may be asked again. */
    capture: (uid: string) =>
      measureCall('orbital', 'capture', () => http.ask(callTo(formPaths.query, { uid }), readCard)),
    state: () => http.state(),
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
