import type { OrbitalSettings } from '../../gateway-settings.ts';
import { ServiceHttp } from '../../service-http.ts';
import { impliedDecimalsOf } from '../amounts.ts';
import type {
  CardProcessor,
  ChargeRequest,
  ChargeResult,
  InquiryRequest,
  InquiryResult,
} from '../card-processor.ts';
import { resultAfterLookUp } from '../unproven-result.ts';
import {
  chargeType,
  industryType,
  inquiryWindowMs,
  paths,
  storedCredentialType,
  version,
} from './orbital.names.ts';
import { readInquiry, readPayment } from './orbital.responses.ts';

interface OrbitalOptions extends OrbitalSettings {
  readonly timeoutMs: number;
}

/** Opens Orbital's JSON v4, which charges cards by their profile. Its retry trace makes one reference one charge. */
export function openOrbital(options: OrbitalOptions): CardProcessor {
  const { url, timeoutMs, merchantId: merchantID, bin, terminalId: terminalID } = options;
  const headers = {
    orbitalConnectionUsername: options.username,
    orbitalConnectionPassword: options.password,
    merchantID,
  };
  const http = new ServiceHttp({ url, headers, timeoutMs });
  const head = { version, merchant: { bin, merchantID, terminalID } };
  return {
    name: 'orbital',
    supportedKinds: ['card'],
    inquiryWindowMs,
    charge: (charge) => pay({ http, head, timeoutMs }, charge),
    inquire: (inquiry) => inquire({ http, head, timeoutMs }, inquiry),
    state: () => http.state(),
    refusesCalls: () => http.refusesCalls(),
  };
}

interface Gateway {
  readonly http: ServiceHttp;
  /** The members of every request. */
  readonly head: object;
  readonly timeoutMs: number;
}

/**
 * Charges once. Amounts are cents without a decimal point; the reference is both order number and retry trace. A refusal
 * without our order number is looked up in what remains of the time-out.
 */
async function pay(gateway: Gateway, charge: ChargeRequest): Promise<ChargeResult> {
  const { http, head, timeoutMs } = gateway;
  const endsAtMs = performance.now() + timeoutMs;
  const response = await http.call({
    method: 'POST',
    path: paths.payments,
    body: {
      ...head,
      transType: chargeType,
      paymentInstrument: { useProfile: { useCustomerRefNum: charge.token } },
      order: {
        orderID: charge.reference,
        amount: impliedDecimalsOf(charge.amountCents),
        industryType,
        retryTrace: charge.reference,
      },
      merchantInitiatedTransaction: storedCredentialOf(charge),
    },
    sendBefore: charge.sendBefore,
  });
  const { result, isProven } = readPayment(response, charge);
  if (isProven) return result;
  const remainingMs = Math.ceil(endsAtMs - performance.now());
  if (remainingMs <= 0) return { outcome: 'unknown', text: 'no time left to look it up' };
  return resultAfterLookUp(result, await inquire({ ...gateway, timeoutMs: remainingMs }, charge));
}

/** Says who uses the saved card and, for a charge of ours, under which earlier charge of its holder. */
function storedCredentialOf({ initiator, networkTransaction }: ChargeRequest): object {
  return {
    mitMsgType: storedCredentialType[initiator],
    mitStoredCredentialInd: 'Y',
    ...(initiator === 'merchant' && networkTransaction !== null
      ? { mitSubmittedTransactionID: networkTransaction }
      : {}),
  };
}

async function inquire(
  { http, head, timeoutMs }: Gateway,
  inquiry: Pick<InquiryRequest, 'reference' | 'amountCents'>,
): Promise<InquiryResult> {
  const response = await http.call({
    method: 'POST',
    path: paths.inquiry,
    timeoutMs,
    body: { ...head, order: { orderID: inquiry.reference, inquiryRetryNumber: inquiry.reference } },
  });
  return readInquiry(response, inquiry);
}
