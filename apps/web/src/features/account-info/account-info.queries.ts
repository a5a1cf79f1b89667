import type { accountInfo } from '@myaccount/contract/account-info';
import type { CustomerAccount } from '@myaccount/contract/accounts';
import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import type { sendFreshCode } from '@myaccount/contract/fresh-code';
import { useQueryClient } from '@tanstack/react-query';
import { ApiProblem, type ApiProblemCode } from '../../api/api-problem.ts';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { accountQuery, useBillingReload, useSelectedAccount } from '../accounts/accounts.queries.ts';
import {
  type AccountFormRules,
  type Conflict,
  conflictsOf,
  mergedValues,
  type OpenForm,
} from './account-form.rules.ts';

/** Thrown when somebody else saved other values for the same fields while the form was open: they are in the cache. */
export class ConflictingChange extends Error {
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super(`Changed meanwhile: ${conflicts.map(({ field }) => field).join(', ')}`);
    this.conflicts = conflicts;
  }
}

/** Thrown when a save needs a fresh code; one is on its way to the sign-in address. */
export class FreshCodeNeeded extends Error {
  readonly challenge: string;

  constructor(challenge: string) {
    super('A fresh code is needed');
    this.challenge = challenge;
  }
}

/** Whether a save waits for the customer, unlike one that failed. */
export function isWaiting(error: Error | null): boolean {
  return error instanceof FreshCodeNeeded || error instanceof ConflictingChange;
}

/** Mails a fresh code and returns its challenge; that of an earlier code ends that code. Throws ApiProblem. */
export async function requestFreshCode(earlier?: string): Promise<string> {
  const body = earlier ? { challenge: earlier } : {};
  return (await call<typeof sendFreshCode>('POST /sessions/fresh-code', { body })).challenge;
}

function hasCode(error: unknown, code: ApiProblemCode): boolean {
  return error instanceof ApiProblem && error.code === code;
}

const refusedStatus = 400;

async function saveAccount(account: CustomerAccount, consents: AgreedConsent[] | undefined): Promise<void> {
  const body = { ...account, channel: config.preferenceChannel, ...(consents && { consents }) };
  try {
    const { Status, errors = [] } = await call<typeof accountInfo>('POST /customer/account/info', { body });
    // Values that the page took for valid.
    if (Status === 'Failure')
      throw new ApiProblem(refusedStatus, { code: 'request.invalid', errors, correlationId: '' });
  } catch (error) {
    if (hasCode(error, 'fresh-code-needed')) throw new FreshCodeNeeded(await requestFreshCode());
    throw error;
  }
}

/** How often a save starts over because something else of the account was changed meanwhile. */
const maximumTries = 3;

interface AccountChange {
  readonly open: OpenForm;
  readonly consents?: AgreedConsent[] | undefined;
}

/**
 * Returns a function that saves a form's values into the newest account. What others changed meanwhile stays, unless the
 * customer set the same value: then it throws {@link ConflictingChange}. Also throws {@link FreshCodeNeeded} and ApiProblem.
 */
export function useSaveChange(form: AccountFormRules): (change: AccountChange) => Promise<void> {
  const client = useQueryClient();
  const query = accountQuery(useSelectedAccount());
  return async ({ open, consents }) => {
    let account = await client.ensureQueryData(query);
    for (let tries = 0; tries < maximumTries; tries++) {
      const conflicts = conflictsOf(form, open, account);
      if (conflicts.length > 0) throw new ConflictingChange(conflicts);
      // The PIN is sent by those who change it only; null leaves it as it is.
      const withoutPin = { ...account, customer: { ...account.customer, PIN: null } };
      try {
        return await saveAccount(form.withValues(withoutPin, mergedValues(form, open, account)), consents);
      } catch (error) {
        if (!hasCode(error, 'account-info.stale')) throw error;
        account = await client.fetchQuery({ ...query, staleTime: 0 });
      }
    }
    throw new Error('The account changes faster than it can be saved');
  };
}

/** Returns a function that loads again what pages show of the account, without a flash. */
export function useReloadAccount(): () => Promise<void> {
  const client = useQueryClient();
  const { queryKey } = accountQuery(useSelectedAccount());
  const reloadBilling = useBillingReload();
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey }), reloadBilling()]);
  };
}
