import type { ServiceHttp } from '../../service-http.ts';
import { impliedDecimalsOf } from '../amounts.ts';
import type {
  CardProcessor,
  ChargeRequest,
  ChargeResult,
  InquiryRequest,
  InquiryResult,
  RefundResult,
} from '../card-processor.ts';
import { resultAfterLookUp } from '../unproven-result.ts';
import { industryType, paths } from './orbital.names.ts';
import { readPayment } from './orbital.responses.ts';

type Inquire = (inquiry: Omit<InquiryRequest, 'transaction' | 'kind'>) => Promise<InquiryResult>;
type Refunds = Pick<CardProcessor, 'refundedKinds' | 'refundMeans' | 'refund' | 'inquireRefund'>;

/** What is found under the number of a refund is that refund, but for the answer to its first call. */
const ofAnyTime = { sentAt: new Date(0), lastFour: null };

/** The calls of refunds. A refund names its charge by number and index, has a retry trace of its own, and is answered like a charge. */
export function openRefunds(http: ServiceHttp, head: object, inquire: Inquire): Refunds {
  return {
    // Bank accounts are not charged at Orbital.
    refundedKinds: ['card'],
    refundMeans: async () => ({ outcome: 'refund' }),
    refund: async ({ charge, sendBefore, ...refund }) => {
      const { reference, amountCents } = refund;
      const { transaction: txRefNum, transactionIndex: txRefIdx } = charge;
      const body = { ...head, order: { ...orderOf(refund), txRefNum, txRefIdx } };
      const response = await http.call({ method: 'POST', path: paths.refund, body, sendBefore });
      const expected = { reference, amountCents, identity: ofAnyTime, isResent: false };
      const { result, isProven } = readPayment(response, expected);
      if (isProven) return resultOf(result);
      return resultOf(resultAfterLookUp(result, await inquire({ ...refund, ...ofAnyTime })));
    },
    inquireRefund: async (refund) => {
      const result = await inquire({ ...refund, ...ofAnyTime });
      return result.outcome === 'not-found' ? result : resultOf(result);
    },
  };
}

/** Returns the members of an order. Amounts are cents without a decimal point; the reference is both order number and retry trace. */
export function orderOf({
  reference,
  amountCents,
}: Pick<ChargeRequest, 'reference' | 'amountCents'>): object {
  return { orderID: reference, amount: impliedDecimalsOf(amountCents), industryType, retryTrace: reference };
}

/** A refund that its number had before is an earlier one, which a restored database lost: a person looks at it. */
function resultOf(
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
