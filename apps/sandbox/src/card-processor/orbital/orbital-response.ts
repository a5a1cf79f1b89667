import type { Charge } from '../charge.store.ts';
import type { ProcessorResponse } from '../processor-api.ts';
import { maskedNumber, readToken } from '../stored-method.ts';
import { approvedCodes, brandCodes, type ProcFailure, procStatuses, refusalCodes } from './orbital-names.ts';

/** The response for a charge, approved or declined. Repeats differ only in their count. */
export function chargeResponse(charge: Charge, retryAttemptCount: number): ProcessorResponse {
  const method = readToken(charge.token);
  const { respCode, hostRespCode, message } = charge.refusal ? refusalCodes[charge.refusal] : approvedCodes;
  const isPartial = !charge.refusal && charge.amountCents !== charge.requestedCents;
  return {
    status: 200,
    body: {
      transType: charge.refundOf ? 'R' : charge.requestedCents === 0 ? 'A' : 'AC',
      order: {
        orderID: charge.orderId,
        txRefNum: charge.id,
        txRefIdx: '1',
        respDateTime: respDateTime(charge.at),
        retryAttempCount: String(retryAttemptCount),
        ...(isPartial ? { redeemedAmount: String(charge.amountCents) } : {}),
        status: {
          procStatus: '0',
          procStatusMessage: message,
          hostRespCode,
          respCode,
          respCodeMessage: message,
          approvalStatus: charge.refusal ? '0' : '1',
          authorizationCode: charge.refusal ? '' : charge.id.slice(0, 6),
        },
      },
      paymentInstrument: {
        card: { cardBrand: brandCodes[method.brand], ccAccountNum: maskedNumber(method) },
        useProfile: { useCustomerRefNum: charge.token },
      },
      avsBilling: { avsRespCode: '' },
      cardholderVerification: { cvvRespCode: '' },
      ...(charge.refusal
        ? {}
        : { merchantInitiatedTransaction: { mitReceivedTransactionID: `N${charge.id}` } }),
    },
  };
}

/** The second failure layer: HTTP 200 with a procStatus other than 0. */
export function procFailureResponse(failure: ProcFailure, orderId: string | undefined): ProcessorResponse {
  const { procStatus, message } = procStatuses[failure];
  const status = { procStatus, procStatusMessage: message, approvalStatus: '2' };
  return { status: 200, body: { order: { orderID: orderId, status } } };
}

/** YYYYMMDDhhmmss of an ISO instant. */
function respDateTime(instant: string): string {
  return instant.slice(0, 19).replaceAll(/\D/g, '');
}
