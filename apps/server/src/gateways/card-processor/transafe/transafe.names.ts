import type { DeclineReason, ReturnReason } from '@myaccount/contract/payment-failures';

/** All names of TranSafe's REST v2. Comments mark names as documented, inferred [I] or not public [N]. */
export const paths = {
  purchase: '/api/v2/transaction/purchase',
  void: (ttid: string) => `/api/v2/transaction/${encodeURIComponent(ttid)}/void`,
  /** With an amount and, [I], an order number of its own. */
  refund: (ttid: string) => `/api/v2/transaction/${encodeURIComponent(ttid)}/refund`,
  cardType: '/api/v2/transaction/cardtype',
  /** With a ticket [I], from the permission TOKEN_ADD and symmetry. */
  vault: '/api/v2/vault/account',
} as const;

/** [I] The member of the vault's answer to a ticket. */
export const vaultToken = 'token';
/** [N] The frame's field for bank accounts. */
export const bankField = 'hmac-include-ach';

export const unsettledReport = '/api/v2/report/unsettled';
/** [I] Charges that left the documented report, and debits that came back. */
export const settledReport = '/api/v2/report/settled';
/** The reports with charges that took money, in this order, so that a charge that settles meanwhile is not missed. */
export const chargeReports = [unsettledReport, settledReport] as const;
/** [I] Charges that were declined or taken back. */
export const failedReport = '/api/v2/report/failed';
/** [I] What a report is asked for: an order, and the time from and until, in seconds since 1970. [N]: the status. */
export const reportQuery = { order: 'ordernum', from: 'bdate', until: 'edate', status: 'status' } as const;
/** [I] The members of a report and of its rows. [N]: why and when a debit came back. */
export const reportMembers = {
  rows: 'report',
  order: 'ordernum',
  amount: 'amount',
  status: 'status',
  returnCode: 'return_code',
  returnedAt: 'return_timestamp',
} as const;
/** [I] The member of an answer that says how much was charged, where it is less than asked. */
export const chargedPart = 'authamount';
/** [N] The most rows of one report. */
export const reportRowLimit = 1_000;

/** `currency` of our charges. [I]: the name or the number of ISO 4217. */
export const ourCurrency: readonly unknown[] = ['USD', '840'];

/** [N] Values of a row's status. A refund has a row of its own, with its own order number; a void changes its charge's. */
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

/** `msoft_code`: what was asked of a transaction cannot be done to it, such as to void one that settled. Documented. */
export const notChangeableMsoft = 'DATA_INVALIDMOD';

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
