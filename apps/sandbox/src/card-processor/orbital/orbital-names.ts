import type { Refusal } from '../../outcome.ts';
import type { Brand } from '../brand.ts';

/**
 * Names and codes of Orbital's JSON v4 that the sandbox uses. The vendor's guide is not public. "Documented" means
 * taken from its public clients; everything else is inferred.
 */

/** Documented: `version` runs from 4.3 to 5.2. */
export const versionPattern = /^(4\.[3-9]|5\.[0-2])$/;

/** Documented: procStatus 0 and approvalStatus 1 mean success; 00 and 05 as respCode. Inferred: the other codes. */
export const approvedCodes = { respCode: '00', hostRespCode: '100', message: 'Approved' } as const;
export const refusalCodes: Readonly<
  Record<Refusal, { respCode: string; hostRespCode: string; message: string }>
> = {
  'do-not-honor': { respCode: '05', hostRespCode: '530', message: 'Do Not Honor' },
  'insufficient-funds': { respCode: '89', hostRespCode: '521', message: 'Insufficient Funds' },
  'expired-card': { respCode: '33', hostRespCode: '522', message: 'Card Is Expired' },
  'pick-up-card': { respCode: '04', hostRespCode: '501', message: 'Pick Up Card' },
  'call-bank': { respCode: '01', hostRespCode: '401', message: 'Call Issuer' },
  'account-closed': { respCode: '14', hostRespCode: '503', message: 'Account Closed' },
};

/** Documented: a failure before the charge is flat {procStatus, procStatusMessage}, 412 without security information. */
export const faultCodes = {
  securityMissing: { status: 412, procStatus: '20412' },
  badRequest: { status: 400, procStatus: '40' },
  badAmount: { status: 400, procStatus: '300' },
  notOffered: { status: 400, procStatus: '842' },
  noReply: { status: 504, procStatus: '98' },
  tooMany: { status: 429, procStatus: '429' },
  failing: { status: 500, procStatus: '400' },
  down: { status: 503, procStatus: '118' },
} as const;

export type OrbitalFault = keyof typeof faultCodes;

/** The second layer: HTTP 200 with a procStatus other than 0. Documented: profile not found. Inferred: the others. */
export const procStatuses = {
  profileNotFound: { procStatus: '9581', message: 'Profile not found' },
  tryAgain: { procStatus: '97', message: 'Temporary failure, please retry' },
  traceNotFound: { procStatus: '9806', message: 'No transaction found for this retry trace' },
  duplicate: { procStatus: '884', message: 'Duplicate transaction' },
} as const;

export type ProcFailure = keyof typeof procStatuses;

/** Card brands; EC is an electronic check. */
export const brandCodes: Readonly<Record<Brand, string>> = {
  VISA: 'VI',
  VISADEBIT: 'VI',
  MC: 'MC',
  MCDEBIT: 'MC',
  AMEX: 'AX',
  DISC: 'DI',
  DINERS: 'DC',
  JCB: 'JC',
  ACH: 'EC',
};

/** Documented: how long a retry trace is remembered. */
export const traceLifeHours = 48;
