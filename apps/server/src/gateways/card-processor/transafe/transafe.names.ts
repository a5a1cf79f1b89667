import type { DeclineReason, ReturnReason } from '@myaccount/contract/payment-failures';

/**
 * All names of TranSafe's REST v2. Comments mark names as documented, inferred [I] or not public [N]; `PROTOCOL_NAMES`
 * replaces those that are not documented (protocol-names.ts).
 */
export const paths = {
  purchase: '/api/v2/transaction/purchase',
  void: (ttid: string) => `/api/v2/transaction/${encodeURIComponent(ttid)}/void`,
} as const;

/** [I] Charges that left the documented report, and debits that came back. [N]: it takes a `status`. */
export const settledReport = '/api/v2/report/settled';
/**
 * The reports with charges that took money, in this order, so that a charge that settles meanwhile is not missed. [I]: `ordernum` names
 * one, and `bdate` and `edate`, in seconds since 1970, bound their times.
 */
export const chargeReports = ['/api/v2/report/unsettled', settledReport] as const;
/** [I] Charges that were declined or taken back. */
export const failedReport = '/api/v2/report/failed';
/** [N] The most rows of one report. */
export const reportRowLimit = 1_000;

/** `currency` of our charges. [I]: the name or the number of ISO 4217. */
export const ourCurrency: readonly unknown[] = ['USD', '840'];

/** [N] Values of a row's status. */
export const rowStatus = {
  captured: 'CAPTURED',
  pending: 'PENDING',
  settled: 'SETTLED',
  returned: 'RETURNED',
  refunded: 'REFUNDED',
  voided: 'VOIDED',
  denied: 'DENIED',
} as const;

/** `code`: approved, declined, or unclear. Documented. After DUPL, RETRY and TIMEOUT money may have moved. */
export const approvedCodes: readonly unknown[] = ['AUTH', 'SUCCESS'];
export const declinedCodes: readonly unknown[] = ['DENY', 'CALL', 'PKUP'];
export const unclearCodes: readonly unknown[] = ['DUPL', 'RETRY', 'TIMEOUT'];

/** `msoft_code`: the outcome is unclear. Documented. */
export const unclearMsoft: readonly unknown[] = [
  'CONN_TOREVERSAL',
  'CONN_MAXSENDS',
  'DB_FAIL',
  'INT_GENERICFAIL',
];

/** `msoft_code`: rejected before processing, not because of the card. Documented; that nothing was charged is [I]. */
export const rejectedMsoft: readonly unknown[] = [
  'ACCT_AUTHFAILED',
  'ACCT_DISABLED',
  'ACCT_PASSEXPIRED',
  'ACCT_TOOMANYATTEMPTS',
  'ACCT_TRANSNOTALLOWED',
  'ACCT_MFA_REQUIRED',
  'SETUP_CARDTYPE',
  'SETUP_TRANTYPE',
  'DATA_BADTRANS',
  'DATA_AMOUNT',
  'CONN_MAXATTEMPTS',
  'SYS_SHUTDOWN',
  'SYS_MAINTENANCE',
];

/** `msoft_code`: the request was processed; the bank's answer is in `phard_code`. Documented. */
export const processedMsoft = 'INT_SUCCESS';

/** `msoft_code`: the saved method is declined. Documented. */
export const methodDeclinedMsoft: Readonly<Record<string, DeclineReason>> = {
  DATA_ACCOUNT: 'invalid-account',
  DATA_ABAROUTE: 'invalid-account',
  DATA_RECORDNOTFOUND: 'invalid-account',
  DATA_EXPDATE: 'expired-card',
  FRAUDAUTODENY: 'not-permitted',
  CARDDENYLIST: 'not-permitted',
  NSFAUTODENY: 'insufficient-funds',
  ACHVERIFYDENY: 'invalid-account',
};

/** Bank's `phard_code`. Documented. PICKUP_, EXCEED_ and NOT_PERMITTED_ have many endings. */
export const bankReasons: readonly (readonly [RegExp, DeclineReason])[] = [
  [/^INSUFFICIENT_FUNDS$/, 'insufficient-funds'],
  [/^CARD_EXPIRED$|^DATE_ERROR$/, 'expired-card'],
  [/^EXCEED_/, 'limit-exceeded'],
  [/^ACCTERROR$|^ACCOUNT_CLOSED$/, 'invalid-account'],
  [/^NOT_PERMITTED_|^RECURRING_CANCEL$/, 'not-permitted'],
  [/^CALL$|^PICKUP_/, 'call-bank'],
];

/** Return codes of the bank network (Nacha Operating Rules) and their meaning for the customer. */
export const returnReasons: Readonly<Record<string, ReturnReason>> = {
  R01: 'insufficient-funds',
  R09: 'insufficient-funds',
  R02: 'invalid-account',
  R03: 'invalid-account',
  R04: 'invalid-account',
  R16: 'invalid-account',
  R20: 'invalid-account',
  R05: 'unauthorized',
  R07: 'unauthorized',
  R08: 'unauthorized',
  R10: 'unauthorized',
  R11: 'unauthorized',
  R29: 'unauthorized',
};
