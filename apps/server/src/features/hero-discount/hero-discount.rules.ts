import type { AccountStatus, AccountType } from '@myaccount/contract/accounts';
import type { ApplicationFailure } from '@myaccount/contract/hero-discount';

/** What decides whether an account can have the discount. */
export interface Applicant {
  readonly accountType: AccountType;
  readonly status: AccountStatus;
  readonly isApplied: boolean;
}

/** Returns why an account cannot have the discount; undefined if it can. */
export function refusalOf({ accountType, status, isApplied }: Applicant): ApplicationFailure | undefined {
  if (accountType !== 'RESIDENTIAL') return 'not-residential';
  if (status !== 'ACTIVE') return 'inactive';
  return isApplied ? 'already-applied' : undefined;
}
