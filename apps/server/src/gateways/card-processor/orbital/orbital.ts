import type { OrbitalSettings } from '../../gateway-settings.ts';
import { ServiceHttp } from '../../service-http.ts';
import { impliedDecimalsOf } from '../amounts.ts';
import type {
  ChargeRequest,
  ChargeResult,
  InquiryRequest,
  InquiryResult,
  RefundResult,
  VerifyingProcessor,
} from '../card-processor.ts';
import { resultAfterLookUp } from '../unproven-result.ts';
import {
  chargeType,
  industryType,
  inquiryWindowMs,
  paths,
  storedCredentialType,
  transactionIndex,
  verificationType,
  verifiedCardTypes,
  version,
} from './orbital.names.ts';
import { readInquiry, readPayment } from './orbital.responses.ts';

/** A charge of nothing, which verifies a card. */
const verification = { amountCents: 0, initiator: 'customer', networkTransaction: null } as const;

/** What is found under the number of a refund is that refund, but for the answer to its first call. */
const ofAnyTime = { sentAt: new Date(0), lastFour: null };

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
    // Bank accounts are not charged at Orbital.
    refundedKinds: ['card'],
    refundMeans: async () => ({ outcome: 'refund' }),
    refund: async ({ charge, sendBefore, ...refund }) => {
      const { reference, amountCents } = refund;
      const order = {
        ...orderOf(refund),
        txRefNum: charge.transaction,
        [transactionIndex]: charge.transactionIndex,
      };
      const response = await http.call({
        method: 'POST',
        path: paths.refund,
        body: { ...head, order },
        sendBefore,
      });
      const expected = { reference, amountCents, identity: ofAnyTime, isResent: false };
      const { result, isProven } = readPayment(response, expected);
      if (isProven) return refundResultOf(result);
      return refundResultOf(resultAfterLookUp(result, await inquire({ ...refund, ...ofAnyTime })));
    },
    inquireRefund: async (refund) => {
      const result = await inquire({ ...refund, ...ofAnyTime });
      return result.outcome === 'not-found' ? result : refundResultOf(result);
    },
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

function orderOf({ reference, amountCents }: Pick<ChargeRequest, 'reference' | 'amountCents'>): object {
  return {
    orderID: reference,
    amount: impliedDecimalsOf(amountCents),
    industryType,
    retryTrace: reference,
  };
}

/** A refund is answered like a charge. One that its number had before is an earlier one: a restored database lost it. */
function refundResultOf(
  result: Exclude<InquiryResult, { readonly outcome: 'not-found' }> | ChargeResult,
): RefundResult {
  if (result.outcome === 'approved') {
    const { transaction, amountCents } = result;
    return { outcome: 'done', transaction, amountCents };
  }
  const isRefused = result.outcome === 'declined' || result.outcome === 'unavailable';
  const text = 'text' in result && result.text ? result.text : result.outcome;
  return { outcome: isRefused ? 'refused' : 'unknown', text };
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
