import type { Charge } from '../charge.ts';
import { maskedNumber, readToken } from '../stored-method.ts';
import {
  APPROVED,
  BRAND_CODES,
  PARTIAL_FIELDS,
  PROC_STATUS,
  type ProcFailure,
  REFUSAL_CODES,
} from './orbital-names.ts';
import type { OrbitalAnswer } from './orbital-request.ts';

const TX_REF_IDX = '1';

/** The answer for a charge, approved or declined; the same each time but for the count of repeats. */
export function answerCharge(charge: Charge, retryAttemptCount: number): OrbitalAnswer {
  const method = readToken(charge.token);
  const { respCode, hostRespCode, message } = charge.refusal ? REFUSAL_CODES[charge.refusal] : APPROVED;
  const isPartial = !charge.refusal && charge.amountCents !== charge.askedCents;
  return {
    status: 200,
    body: {
      transType: 'AC',
      order: {
        orderID: charge.orderId,
        txRefNum: charge.id,
        txRefIdx: TX_REF_IDX,
        respDateTime: respDateTime(charge.at),
        ...(charge.reference === null ? {} : { retryTrace: charge.reference }),
        retryAttempCount: String(retryAttemptCount),
        ...(isPartial
          ? {
              [PARTIAL_FIELDS.requested]: String(charge.askedCents),
              [PARTIAL_FIELDS.redeemed]: String(charge.amountCents),
            }
          : {}),
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
        card: { cardBrand: BRAND_CODES[method.brand], ccAccountNum: maskedNumber(method) },
        useProfile: { useCustomerRefNum: charge.token },
      },
      avsBilling: { avsRespCode: '' },
      cardholderVerification: { cvvRespCode: '' },
    },
  };
}

/** The answer for a reversal or a refund that was done. */
export function answerUndone(charge: Charge, txRefNum: string, message: string): OrbitalAnswer {
  const status = { procStatus: '0', procStatusMessage: message, respCode: '00', approvalStatus: '1' };
  return {
    status: 200,
    body: { order: { orderID: charge.orderId, txRefNum, txRefIdx: TX_REF_IDX, status } },
  };
}

/** The second failure layer: HTTP 200 with a procStatus other than 0. */
export function answerProcFailure(failure: ProcFailure, orderId: string | undefined): OrbitalAnswer {
  const { procStatus, message } = PROC_STATUS[failure];
  const status = { procStatus, procStatusMessage: message, approvalStatus: '2' };
  return { status: 200, body: { order: { orderID: orderId, status } } };
}

/** YYYYMMDDhhmmss of an ISO instant. */
function respDateTime(instant: string): string {
  return instant.slice(0, 19).replaceAll(/\D/g, '');
}
