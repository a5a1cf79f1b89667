import type { Refusal } from '../../outcome.ts';

/**
 * Names and numbers of TranSafe's REST v2 that the sandbox speaks, in one place. Marked documented, inferred or
 * unknown publicly: the latter two are the first to compare when there is access to the real service.
 */

/** The HTTP status of each `code`. Documented: 200, 402, 415, 504. Inferred: which of them DUPL, RETRY get. */
export const statusOfCode = {
  AUTH: 200,
  SUCCESS: 200,
  DENY: 402,
  CALL: 402,
  PKUP: 402,
  DUPL: 402,
  RETRY: 503,
  TIMEOUT: 504,
} as const;

/** `code` and `msoft_code` documented; `phard_code` documented but PICKUP_CARD, whose ending is inferred. */
export const refusalNames: Readonly<
  Record<Refusal, { code: 'DENY' | 'CALL' | 'PKUP'; phard: string; verbiage: string }>
> = {
  'do-not-honor': { code: 'DENY', phard: 'DONOTHONOR', verbiage: 'DECLINED' },
  'insufficient-funds': { code: 'DENY', phard: 'INSUFFICIENT_FUNDS', verbiage: 'INSUFFICIENT FUNDS' },
  'expired-card': { code: 'DENY', phard: 'CARD_EXPIRED', verbiage: 'EXPIRED CARD' },
  'pick-up-card': { code: 'PKUP', phard: 'PICKUP_CARD', verbiage: 'PICK UP CARD' },
  'call-bank': { code: 'CALL', phard: 'CALL', verbiage: 'CALL FOR AUTHORIZATION' },
  'account-closed': { code: 'DENY', phard: 'ACCOUNT_CLOSED', verbiage: 'ACCOUNT CLOSED' },
};

/** Which `msoft_code` and HTTP status a request gets that cannot be taken; names documented, pairing inferred. */
export const faultCodes = {
  notAuthenticated: { status: 401, msoft: 'ACCT_AUTHFAILED' },
  badRequest: { status: 400, msoft: 'DATA_BADTRANS' },
  badAccount: { status: 400, msoft: 'DATA_ACCOUNT' },
  badAmount: { status: 400, msoft: 'DATA_AMOUNT' },
  notFound: { status: 404, msoft: 'DATA_RECORDNOTFOUND' },
  notChangeable: { status: 400, msoft: 'DATA_INVALIDMOD' },
  notOffered: { status: 405, msoft: 'SETUP_TRANTYPE' },
  tooMany: { status: 429, msoft: 'CONN_MAXATTEMPTS' },
  failing: { status: 500, msoft: 'DB_FAIL' },
  down: { status: 503, msoft: 'SYS_MAINTENANCE' },
} as const;

export type Fault = keyof typeof faultCodes;

/** Answer members whose names are not public. */
export const fieldNames = {
  /** Inferred: what was really authorized, given where it differs from what was asked for. */
  authorizedAmount: 'authamount',
  /** Inferred: the rows of a report. */
  rows: 'report',
  /** Unknown: how a row says what became of a charge. */
  rowStatus: 'status',
  /** Unknown: the code of the bank network for a returned debit, and its day. */
  returnCode: 'return_code',
  returnedAt: 'return_timestamp',
} as const;

/** Values of a row's status; unknown publicly. */
export const rowStatus = {
  captured: 'CAPTURED',
  pending: 'PENDING',
  settled: 'SETTLED',
  returned: 'RETURNED',
  refunded: 'REFUNDED',
  voided: 'VOIDED',
  declined: 'DENIED',
} as const;
