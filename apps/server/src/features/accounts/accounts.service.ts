import { accountRights, isHolder, type Standing } from '@myaccount/contract/account-rights';
import type {
  AccountDetails,
  BillingAccount,
  CustomerAccount,
  ListedAccount,
} from '@myaccount/contract/accounts';
import type { Language } from '@myaccount/contract/languages';
import { dollarsFromCents } from '@myaccount/contract/money';
import { cycleOf, dayOf } from '../../platform/business-day.ts';
import { shownEmail } from '../../platform/email-forms.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { getBalance, listBalances } from '../balance/balance.service.ts';
import { isFreshSession, securityHoldOf } from '../sessions/sessions.service.ts';
import { type Account, findAccount, getAccountDetails, listAccounts } from './accounts.repository.ts';
import { lastPendingDay } from './pending-email.rules.ts';
import { progressFieldsOf } from './visit-progress.rules.ts';

/** Purpose that the account's PIN is sealed for. */
export const pinPurpose = 'account.pin';

/** Returns the caller's account. Throws not found, also for an account of someone else. */
export async function getAccount(portal: Portal, caller: Caller, accountNumber: string): Promise<Account> {
  const account = await findAccount(portal.db, caller, accountNumber);
  if (!account) throw notFound();
  return account;
}

/** API-27: returns the caller's accounts with what each owes, in two statements however many there are. */
export async function showAccounts(portal: Portal, caller: Caller): Promise<ListedAccount[]> {
  const { db, clock, config } = portal;
  const accounts = await listAccounts(db, caller);
  const ids = accounts.map(({ id }) => id);
  const balances = await listBalances(db, ids, dayOf(clock.now(), config.timeZone));
  return accounts.map(({ id, accountNumber, accountType, status, serviceAddress }) => ({
    id,
    accountNumber,
    accountType,
    accountStatus: status,
    serviceAddress,
    amountDue: dollarsFromCents(balances.get(id)?.amountDueCents ?? 0),
  }));
}

/** API-1: returns account, holder and addresses. The PIN only for whom {@link accountRights} names. */
export async function showAccount(
  portal: Portal,
  caller: Caller,
  query: { accountNumber: string; customerNumber: string },
): Promise<CustomerAccount> {
  const account = await getAccount(portal, caller, query.accountNumber);
  if (account.customerNumber !== query.customerNumber) throw notFound();
  const { pendingEmailExpiresAt: expiresAt } = account;
  const pendingUntil = expiresAt && lastPendingDay(expiresAt, portal.clock.now(), portal.config.timeZone);
  return {
    accountNumber: account.accountNumber,
    accountType: account.accountType,
    accountStatus: account.status,
    Business: account.accountType === 'BUSINESS' ? { BusinessName: account.businessName } : null,
    customer: {
      firstName: account.firstName,
      lastName: account.lastName,
      emailAddress: account.emailAddress && shownEmail(account.emailAddress),
      phoneNumber: account.phoneNumber,
      dateOfBirth: account.dateOfBirth,
      PIN:
        mayReadPin(portal, caller, account) && account.pin
          ? portal.secrets.open(account.pin, pinPurpose)
          : null,
      hasPin: account.pin !== null,
      notificationPreference: account.notificationPreference,
      textsStopped: account.isTextStopped,
    },
    customerAddress: account.addresses,
    version: account.version,
    role: account.role,
    ownsContact: account.ownsContact,
    pendingEmailAddress:
      pendingUntil && account.pendingEmailAddress ? shownEmail(account.pendingEmailAddress) : null,
    pendingEmailUntil: pendingUntil ?? null,
    securityHoldUntil: securityHoldOf(portal, caller)?.toISOString() ?? null,
  };
}

/** Whether the caller may read the PIN of an account, in this session, now. */
export function mayReadPin(portal: Portal, caller: Caller, standing: Standing): boolean {
  return isHolder(standing, accountRights.pin.read) && isFreshSession(portal, caller);
}

/** API-2: returns the plan in the reader's language, the offer, the discounts and the next visit. */
export async function showAccountDetails(
  portal: Portal,
  caller: Caller,
  query: { accountNumber: string; language: Language },
): Promise<AccountDetails> {
  const account = await getAccount(portal, caller, query.accountNumber);
  const { discounts, nextVisit } = await getAccountDetails(portal.db, account.id, portal.clock.now());
  const planName = planNameIn(query.language, account);
  return {
    ServicePlan: { planID: account.planId, planName },
    DiscountsList: discounts.map((discount) => ({
      DiscountType: discount.discountType,
      IsDiscountApplied: trueOrFalse(discount.isApplied),
      IsEligible: trueOrFalse(discount.isEligible),
      EligibleDate: discount.eligibleDate,
    })),
    selectedProductOffer: {
      name: planName,
      id: account.planId,
      totalMonthlyRC: dollarsFromCents(account.monthlyPriceCents),
    },
    achEnabled: account.achEnabled,
    GTVBillingAccountID: account.id,
    ...(nextVisit && { nextVisit: nextVisitOf(nextVisit) }),
  };
}

/** Returns a visit as callers see it. What is nested in a row has its times as text. */
function nextVisitOf({
  startsAt,
  endsAt,
  estimatedAt,
  shortest,
  longest,
  ...visit
}: NonNullable<Awaited<ReturnType<typeof getAccountDetails>>['nextVisit']>): AccountDetails['nextVisit'] {
  const minutes = { shortest, longest, estimatedAt };
  const times = { startDate: wireInstant(startsAt), endDate: wireInstant(endsAt) };
  return { ...times, ...progressFieldsOf({ ...visit, minutes }) };
}

/** Returns the plan’s name in a language. Table `plan` has a column for each translation; without one, the name is used. */
function planNameIn(language: Language, account: Account): string {
  const translations: Partial<Record<Language, string | null>> = { es: account.planNameEs };
  return translations[language] || account.planName;
}

/** API-3: returns balance, bill type and the current billing cycle. */
export async function showBillingAccount(
  portal: Portal,
  caller: Caller,
  accountNumber: string,
): Promise<BillingAccount> {
  const account = await getAccount(portal, caller, accountNumber);
  const today = dayOf(portal.clock.now(), portal.config.timeZone);
  const balance = await getBalance(portal.db, account.id, today);
  const cycle = cycleOf(today, account.cycleDay);
  return {
    id: account.id,
    account_num: account.accountNumber,
    bill_type: account.billType,
    pending_charges_total: dollarsFromCents(account.pendingChargesCents),
    balance: dollarsFromCents(balance.balanceCents),
    auto_payment_authorized: balance.isAutopayOn,
    bill_cycle: { start_date: cycle.start, end_date: cycle.end },
    external_account_num: account.accountNumber,
  };
}

/** Returns an instant that the database wrote into JSON as the wire has it. */
function wireInstant(instant: Date | string): string {
  return new Date(instant).toISOString();
}

function trueOrFalse(value: boolean): 'true' | 'false' {
  return value ? 'true' : 'false';
}
