import type { DeclineReason } from '../card-processor.ts';

/**
 * Names of Orbital’s JSON v4 in one place. The vendor’s own guide is not public: what its public clients do is taken
 * as documented, the rest is marked inferred [I] and to be compared first with the real gateway, and changed here alone.
 */
export const paths = {
  payments: '/gwapi/v4/gateway/payments',
  inquiry: '/gwapi/v4/gateway/inquiry',
} as const;

export const version = '5.2';
/** Authorise and capture at once. */
export const chargeType = 'AC';
export const industryType = 'EC';

/** How long a retry trace is remembered; an hour is left for clocks that differ. */
export const remembersMs = 47 * 60 * 60 * 1_000;

/** [I] Where an answer says that less than what was asked for was charged. */
export const redeemedAmount = 'redeemedAmount';

export const procDone = '0';
export const approved = '1';
export const declined = '0';

/** `procStatus` of a saved profile that cannot be charged. Documented: 9581, profile not found. */
export const profileRefused: readonly unknown[] = ['9581'];
/** [I] `procStatus` of an inquiry that finds nothing under its trace. */
export const traceNotFound: readonly unknown[] = ['9806'];

/**
 * HTTP answers that refuse a request before it is worked on: malformed, security missing, too many, gateway away.
 * [I] that 503 with the gateway’s own words is one of them.
 */
export const notTakenStatus: readonly number[] = [400, 401, 403, 412, 415, 429, 503];

/** `respCode`: what the bank said. Documented: 05. [I]: the others, as most card networks use them. */
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
