import type { DeclineReason } from '@myaccount/contract/payment-failures';
import type { CardType } from '@myaccount/contract/payment-methods';

/**
 * All names of Orbital's JSON v4. The vendor's guide is not public: what its public clients do counts as documented,
 * the rest is marked inferred [I].
 */
export const paths = {
  payments: '/gwapi/v4/gateway/payments',
  inquiry: '/gwapi/v4/gateway/inquiry',
  /** [I] With the members of an order, the charge's `txRefNum` and `txRefIdx`, and a retry trace of its own. */
  refund: '/gwapi/v4/gateway/refund',
} as const;

export const version = '5.2';
/** Authorize and capture in one step. */
export const chargeType = 'AC';
/** Authorize alone: with the amount 0 it verifies a card and holds nothing, except a Discover card (public clients). */
export const verificationType = 'A';
export const verifiedCardTypes: readonly CardType[] = ['VISA', 'MASTERCARD', 'AMEX', 'JCB'];
export const industryType = 'EC';

/**
 * How a charge of a saved card is marked (Visa's and Mastercard's stored-credential frameworks): its holder uses it, or the
 * provider charges it on a schedule. Documented.
 */
export const storedCredentialType = { customer: 'CSTO', merchant: 'MREC' } as const;

/** How long Orbital keeps a retry trace: 48 hours, less one for clock differences. */
export const inquiryWindowMs = 47 * 60 * 60 * 1_000;

export const procDone = '0';
export const approved = '1';
export const declined = '0';

/** [I] The members of an answer that have the network's number of a charge. */
export const networkGroup = 'merchantInitiatedTransaction';
export const networkNumber = 'mitReceivedTransactionID';
/** [I] The member of an order that says how much was charged, where it is less than asked. */
export const chargedPart = 'redeemedAmount';

/** `procStatus` for a saved profile that cannot be charged. Documented: 9581, profile not found. */
export const profileRefused: readonly unknown[] = ['9581'];
/** [I] `procStatus` for an inquiry whose trace is not found. */
export const traceNotFound = '9806';

/**
 * The only `procStatus` values that prove that a request was rejected before processing, each with its HTTP status. The
 * status alone proves nothing: any hop on the way can answer with it after the charge went through. Documented: the flat
 * `{procStatus, procStatusMessage}`, 412 with 20412 (security information missing), 300 (amount), 118 (system). [I]: the
 * other values, and the pairs.
 */
export const rejectedBeforeCharge: Readonly<Record<string, number>> = {
  '20412': 412,
  '40': 400,
  '300': 400,
  '842': 400,
  '429': 429,
  '118': 503,
};

/** Bank's `respCode`. Documented: 05. [I]: the others, as most card networks use them. */
export const bankReasons: Readonly<Record<string, DeclineReason>> = {
  '01': 'call-bank',
  '04': 'call-bank',
  '05': 'declined',
  '14': 'invalid-account',
  '33': 'expired-card',
  '54': 'expired-card',
  '57': 'not-permitted',
  '61': 'limit-exceeded',
  '65': 'limit-exceeded',
  '89': 'insufficient-funds',
};
