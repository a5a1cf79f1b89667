import type { OrbitalSettings } from '../../gateway-settings.ts';
import { ServiceHttp } from '../../service-http.ts';
import type { ChargeRequest, InquiryRequest, InquiryResult, VerifyingProcessor } from '../card-processor.ts';
import { resultAfterLookUp } from '../unproven-result.ts';
import {
  chargeType,
  inquiryWindowMs,
  paths,
  storedCredentialType,
  verificationType,
  verifiedCardTypes,
  version,
} from './orbital.names.ts';
import { openRefunds, orderOf } from './orbital.refunds.ts';
import { readInquiry, readPayment } from './orbital.responses.ts';

/** A charge of nothing, which verifies a card. */
const verification = { amountCents: 0, initiator: 'customer', networkTransaction: null } as const;

/** Opens Orbital's JSON v4, which charges cards by their profile. Its retry trace makes one reference one charge. */
export function openOrbital(settings: OrbitalSettings): VerifyingProcessor {
  const { url, timeoutMs, merchantId: merchantID, bin, terminalId: terminalID } = settings;
  const headers = {
    orbitalConnectionUsername: settings.username,
    orbitalConnectionPassword: settings.password,
    merchantID,
  };
  const http = new ServiceHttp({ url, headers, timeoutMs });
  const head = { version, merchant: { bin, merchantID, terminalID } };

  const inquire = async (
    { reference, amountCents, sentAt, lastFour }: Omit<InquiryRequest, 'transaction' | 'kind'>,
    remainingMs = timeoutMs,
  ): Promise<InquiryResult> => {
    const body = { ...head, order: { orderID: reference, inquiryRetryNumber: reference } };
    const response = await http.call({ method: 'POST', path: paths.inquiry, body, timeoutMs: remainingMs });
    return readInquiry(response, { reference, amountCents, identity: { sentAt, lastFour } });
  };

  return {
    name: 'orbital',
    supportedKinds: ['card'],
    inquiryWindowMs,
    /** A refusal without our order number is looked up in what remains of the time-out. */
    charge: async (charge) => {
      const endsAtMs = performance.now() + timeoutMs;
      const body = { ...head, ...paymentOf(charge) };
      const { sendBefore } = charge;
      const response = await http.call({ method: 'POST', path: paths.payments, body, sendBefore });
      const { result, isProven } = readPayment(response, { ...charge, identity: charge });
      if (isProven) return result;
      const remainingMs = Math.ceil(endsAtMs - performance.now());
      if (remainingMs <= 0) return { outcome: 'unknown', text: 'no time left to look it up' };
      return resultAfterLookUp(result, await inquire(charge, remainingMs));
    },
    inquire: (inquiry) => inquire(inquiry),
    verifies: (cardType) => settings.verifiesCards && verifiedCardTypes.includes(cardType),
    verify: async (card) => {
      const nothing = { ...card, ...verification };
      const body = { ...head, ...paymentOf(nothing, verificationType) };
      const response = await http.call({ method: 'POST', path: paths.payments, body });
      const { result, isProven } = readPayment(response, { ...nothing, isResent: true });
      return isProven ? result : { outcome: 'unknown', text: 'a response without our order number' };
    },
    ...openRefunds(http, head, inquire),
    state: () => http.state(),
    refusesCalls: () => http.refusesCalls(),
  };
}

/** Amounts are cents without a decimal point; the reference is both order number and retry trace. */
function paymentOf(
  charge: Pick<ChargeRequest, 'token' | 'reference' | 'amountCents' | 'initiator' | 'networkTransaction'>,
  transType: string = chargeType,
): object {
  return {
    transType,
    paymentInstrument: { useProfile: { useCustomerRefNum: charge.token } },
    order: orderOf(charge),
    merchantInitiatedTransaction: storedCredentialOf(charge),
  };
}

/** Says who uses the saved card and, for a charge of ours, under which earlier charge of its holder. */
function storedCredentialOf({
  initiator,
  networkTransaction,
}: Pick<ChargeRequest, 'initiator' | 'networkTransaction'>): object {
  return {
    mitMsgType: storedCredentialType[initiator],
    mitStoredCredentialInd: 'Y',
    ...(initiator === 'merchant' && networkTransaction !== null
      ? { mitSubmittedTransactionID: networkTransaction }
      : {}),
  };
}
