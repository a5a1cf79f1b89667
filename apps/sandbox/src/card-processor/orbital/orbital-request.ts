import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Credentials } from '../../credentials.ts';
import { sameSecret } from '../../same-secret.ts';
import type { ChargeContext } from '../charge.service.ts';
import type { ProcessorResponse } from '../processor-api.ts';
import { faultCodes, type OrbitalFault, versionPattern } from './orbital-names.ts';

/** The members of a request that the sandbox reads. It accepts and ignores all others. */
export interface OrbitalRequest {
  readonly transType?: string;
  readonly customerRefNum?: string;
  readonly hasCardNumber: boolean;
  /** Whether it says how the industry is paid and who uses the saved card. */
  readonly isStoredCredential: boolean;
  readonly order: Partial<Record<keyof typeof memberPatterns, string>>;
}

/** Answers a call. */
export type OrbitalCall = (
  context: ChargeContext,
  request: OrbitalRequest,
  call: FastifyRequest,
) => ProcessorResponse;

const memberPatterns = {
  orderID: /^(?! )[A-Za-z0-9\-,$@& ]{1,22}$/,
  amount: /^\d{1,12}$/,
  retryTrace: /^\d{1,16}$/,
  inquiryRetryNumber: /^\d{1,16}$/,
  txRefNum: /^[0-9A-F]{40}$/,
  txRefIdx: /^\d{1,4}$/,
};
const binPattern = /^00000[12]$/;

/** The response to a request that cannot be accepted: the first failure layer. */
export function faultResponse(fault: OrbitalFault, message: string): ProcessorResponse {
  const { status, procStatus } = faultCodes[fault];
  return { status, body: { procStatus, procStatusMessage: message } };
}

/** Whether the headers have the right user name, password, and merchant number. */
export function isAuthenticated(headers: IncomingHttpHeaders, credentials: Credentials): boolean {
  const read = (name: string) => headers[name.toLowerCase()]?.toString() ?? '';
  const checks = [
    sameSecret(read('orbitalConnectionUsername'), credentials.ORBITAL_USERNAME),
    sameSecret(read('orbitalConnectionPassword'), credentials.ORBITAL_PASSWORD),
    sameSecret(read('merchantID'), credentials.ORBITAL_MERCHANT_ID),
  ];
  return checks.every(Boolean);
}

/** Returns the request, or the error response for its first invalid member. */
export function readRequest(body: unknown, merchantId: string): OrbitalRequest | ProcessorResponse {
  const { version, transType, merchant, paymentInstrument, order, ...rest } = members(body);
  if (!versionPattern.test(String(version)))
    return faultResponse('badRequest', 'version is missing or not supported');
  const { bin, merchantID, terminalID } = members(merchant);
  if (merchantID !== merchantId || !binPattern.test(String(bin)) || terminalID !== '001') {
    return faultResponse('badRequest', 'merchant is missing or does not match the connection');
  }
  const orderMembers = members(order);
  const wrong = Object.entries(memberPatterns).find(([name, pattern]) => !fits(orderMembers[name], pattern));
  if (wrong)
    return faultResponse(
      wrong[0] === 'amount' ? 'badAmount' : 'badRequest',
      `order.${wrong[0]} is not valid`,
    );
  if (orderMembers.orderID === undefined) return faultResponse('badRequest', 'order.orderID is missing');
  const instrument = members(paymentInstrument);
  const { useCustomerRefNum } = members(instrument.useProfile);
  if (!fits(useCustomerRefNum, /^[A-Za-z0-9-]{1,22}$/)) {
    return faultResponse('badRequest', 'useProfile.useCustomerRefNum is not valid');
  }
  return {
    transType: typeof transType === 'string' ? transType : undefined,
    customerRefNum: useCustomerRefNum as string | undefined,
    hasCardNumber: instrument.card !== undefined,
    isStoredCredential:
      isStoredCredential(rest.merchantInitiatedTransaction) && orderMembers.industryType === 'EC',
    order: orderMembers as OrbitalRequest['order'],
  };
}

/** Documented: who uses a saved card, and the network's number of an earlier charge. */
function isStoredCredential(value: unknown): boolean {
  const { mitMsgType, mitStoredCredentialInd, mitSubmittedTransactionID } = members(value);
  const isKnown = /^(?:CSTO|CREC|MREC|MUSE)$/.test(String(mitMsgType)) && mitStoredCredentialInd === 'Y';
  return isKnown && fits(mitSubmittedTransactionID, /^\w{1,64}$/);
}

/** Whether reading a request returned an error response. */
export function isRejected(read: OrbitalRequest | ProcessorResponse): read is ProcessorResponse {
  return 'status' in read;
}

function fits(value: unknown, pattern: RegExp): boolean {
  return value === undefined || (typeof value === 'string' && pattern.test(value));
}

function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
