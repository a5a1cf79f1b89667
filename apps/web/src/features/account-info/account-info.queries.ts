import type { accountInfo } from '@myaccount/contract/account-info';
import type { CustomerAccount } from '@myaccount/contract/accounts';
import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import type { ReplyOf } from '@myaccount/contract/endpoint';
import type { sendFreshCode } from '@myaccount/contract/fresh-code';
import type { FieldError } from '@myaccount/contract/problem';
import { useQueryClient } from '@tanstack/react-query';
import { ApiProblem, type ApiProblemCode } from '../../api/api-problem.ts';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { accountQuery, billingAccountKey } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import {
  type AccountForm,
  type Conflict,
  conflictsOf,
  type FormValues,
  mergedValues,
  type OpenForm,
} from './account-form.rules.ts';

/** Thrown when the server refuses values that the page took for valid. */
export class RefusedValues extends Error {
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super(`Refused: ${errors.map(({ field, code }) => `${field} ${code}`).join(', ')}`);
    this.errors = errors;
  }
}

/** Thrown when somebody else saved other values for the same fields while the form was open. */
export class ConflictingChange extends Error {
  readonly account: CustomerAccount;
  readonly conflicts: readonly Conflict[];

  constructor(account: CustomerAccount, conflicts: readonly Conflict[]) {
    super(`Changed meanwhile: ${conflicts.map(({ field }) => field).join(', ')}`);
    this.account = account;
    this.conflicts = conflicts;
  }
}

/** A fresh code that was mailed to the sign-in address. */
export type SentFreshCode = ReplyOf<typeof sendFreshCode>;

/** Thrown when a save needs a fresh code; one is on its way. */
export class FreshCodeNeeded extends Error {
  readonly sent: SentFreshCode;

  constructor(sent: SentFreshCode) {
    super('A fresh code is needed');
    this.sent = sent;
  }
}

/** How often a save starts over because something else of the account was changed meanwhile. */
const maximumTries = 3;

function hasCode(error: unknown, code: ApiProblemCode): boolean {
  return error instanceof ApiProblem && error.code === code;
}

async function saveAccount(account: CustomerAccount, consents: AgreedConsent[] | undefined): Promise<void> {
  const body = { ...account, channel: config.preferenceChannel, ...(consents && { consents }) };
  const reply = await call<typeof accountInfo>('POST /customer/account/info', { body });
  if (reply.Status === 'Failure') throw new RefusedValues(reply.errors ?? []);
}

/** Mails a fresh code; with an earlier code's challenge, that code stops working. Throws ApiProblem. */
export function requestFreshCode(challenge?: string): Promise<SentFreshCode> {
  return call<typeof sendFreshCode>('POST /sessions/fresh-code', { body: challenge ? { challenge } : {} });
}

/** The PIN is sent by those who change it only; null leaves it as it is. */
function withoutPin(account: CustomerAccount): CustomerAccount {
  return { ...account, customer: { ...account.customer, PIN: null } };
}

/** What a form saves. */
export interface AccountChange<Values extends FormValues> {
  readonly form: AccountForm<Values>;
  readonly open: OpenForm<Values>;
  readonly consents?: AgreedConsent[];
}

/**
 * Returns a function that saves a form's values into the newest account. What others changed meanwhile stays, unless the
 * customer set the same value: then it throws {@link ConflictingChange}. Also throws {@link FreshCodeNeeded},
 * {@link RefusedValues}, and ApiProblem.
 */
export function useSaveChange<Values extends FormValues>(): (change: AccountChange<Values>) => Promise<void> {
  const client = useQueryClient();
  const query = accountQuery(useSelectedAccount());
  const readAccount = useReadAccount();

  /** Saves into one version of the account; returns a newer one when another save came first. */
  const trySave = async (
    { form, open, consents }: AccountChange<Values>,
    account: CustomerAccount,
  ): Promise<CustomerAccount | undefined> => {
    const conflicts = conflictsOf(form, open, account);
    if (conflicts.length > 0) throw new ConflictingChange(account, conflicts);
    const values = mergedValues(form, open, account);
    try {
      await saveAccount(form.withValues(withoutPin(account), values), consents);
      return undefined;
    } catch (error) {
      if (hasCode(error, 'fresh-code-needed')) throw new FreshCodeNeeded(await requestFreshCode());
      if (!hasCode(error, 'account-info.stale')) throw error;
      return await readAccount();
    }
  };

  return async (change) => {
    let account: CustomerAccount | undefined = await client.ensureQueryData(query);
    for (let tries = 0; account && tries < maximumTries; tries++) account = await trySave(change, account);
    if (account) throw new Error('The account changes faster than it can be saved');
  };
}

/** Returns a function that loads the account anew, for every page that shows it, and returns it. */
export function useReadAccount(): () => Promise<CustomerAccount> {
  const client = useQueryClient();
  const query = accountQuery(useSelectedAccount());
  return () => client.fetchQuery({ ...query, staleTime: 0 });
}

/** Returns a function that loads again what pages show of the account, without a flash. */
export function useReloadAccount(): () => Promise<void> {
  const client = useQueryClient();
  const ids = useSelectedAccount();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: accountQuery(ids).queryKey }),
      client.invalidateQueries({ queryKey: [billingAccountKey, ids.accountNumber] }),
    ]);
  };
}
