import type { DeclineReason, ReturnReason } from '../card-processor.ts';

/**
 * Names of TranSafe’s REST v2 in one place. The comments say which are documented, inferred [I] or not public [N]:
 * those are to be compared first with the real service, and changed here alone.
 */
export const paths = {
  purchase: '/api/v2/transaction/purchase',
  /** In the order to be asked, so that a charge that settles meanwhile is not missed. [I]: settled, failed, `ordernum`. */
  reports: ['/api/v2/report/unsettled', '/api/v2/report/settled', '/api/v2/report/failed'],
} as const;

export const fields = {
  /** [I] What was really authorized, where it is not what was asked for. */
  authorizedAmount: 'authamount',
  /** [I] The rows of a report. */
  rows: 'report',
  /** [N] How a row says where its charge stands. */
  rowStatus: 'status',
  /** [N] The bank network’s code of a returned debit. */
  returnCode: 'return_code',
} as const;

/** [N] Values of a row’s status. */
export const rowStatus = {
  captured: 'CAPTURED',
  pending: 'PENDING',
  settled: 'SETTLED',
  returned: 'RETURNED',
  refunded: 'REFUNDED',
  voided: 'VOIDED',
  denied: 'DENIED',
} as const;

/** `code`: charged, refused by the bank. Documented; DUPL, RETRY and TIMEOUT leave it open whether money moved. */
export const approvedCodes: readonly unknown[] = ['AUTH', 'SUCCESS'];
export const refusedCodes: readonly unknown[] = ['DENY', 'CALL', 'PKUP'];
export const unclearCodes: readonly unknown[] = ['DUPL', 'RETRY', 'TIMEOUT'];

/** `msoft_code`: the outcome is open. Documented. */
export const unclearMsoft: readonly unknown[] = [
  'CONN_TOREVERSAL',
  'CONN_MAXSENDS',
  'DB_FAIL',
  'INT_GENERICFAIL',
];

/** `msoft_code`: refused at the door for no fault of the card. Documented; that nothing was charged is [I]. */
export const notTakenMsoft: readonly unknown[] = [
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

/** `msoft_code`: the saved method is refused. Documented. */
export const methodRefusedMsoft: Readonly<Record<string, DeclineReason>> = {
  DATA_ACCOUNT: 'invalid-account',
  DATA_ABAROUTE: 'invalid-account',
  DATA_RECORDNOTFOUND: 'invalid-account',
  DATA_EXPDATE: 'expired-card',
  FRAUDAUTODENY: 'not-permitted',
  CARDDENYLIST: 'not-permitted',
  NSFAUTODENY: 'insufficient-funds',
  ACHVERIFYDENY: 'invalid-account',
};

/** `phard_code`: what the bank said. Documented; the endings of PICKUP_, EXCEED_ and NOT_PERMITTED_ are many. */
export const bankReasons: readonly (readonly [RegExp, DeclineReason])[] = [
  [/^INSUFFICIENT_FUNDS$/, 'insufficient-funds'],
  [/^CARD_EXPIRED$|^DATE_ERROR$/, 'expired-card'],
  [/^EXCEED_/, 'limit-exceeded'],
  [/^ACCTERROR$|^ACCOUNT_CLOSED$/, 'invalid-account'],
  [/^NOT_PERMITTED_|^RECURRING_CANCEL$/, 'not-permitted'],
  [/^CALL$|^PICKUP_/, 'call-bank'],
];

/** Return codes of the bank network (Nacha Operating Rules), by what they mean for the customer. */
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
