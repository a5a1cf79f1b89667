import type { Refusal } from '../../outcome.ts';

/**
 * Names and codes of TranSafe's REST v2 that the sandbox uses. Each is documented, inferred, or not public. With access
 * to the real service, compare the last two first.
 */

/** The HTTP status of each `code`. Documented: 200, 402, 415, 504. Inferred: the status of DUPL and RETRY. */
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

/** Documented: `code`, `msoft_code`, and `phard_code`. Inferred: the ending of PICKUP_CARD. */
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

/** `msoft_code` and HTTP status of a request that cannot be accepted. Documented: the names. Inferred: the pairs. */
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

export type TransafeFault = keyof typeof faultCodes;

/** Values of a row's status. Not public. */
export const rowStatus = {
  captured: 'CAPTURED',
  pending: 'PENDING',
  settled: 'SETTLED',
  returned: 'RETURNED',
  refunded: 'REFUNDED',
  voided: 'VOIDED',
  declined: 'DENIED',
} as const;
