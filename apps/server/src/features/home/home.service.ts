import type { BillingRefresh } from '@myaccount/contract/home';
import { dollarsFromCents } from '@myaccount/contract/money';
import { dayOf } from '../../platform/business-day.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import type { Balance } from '../balance/balance.rules.ts';
import { getBalance } from '../balance/balance.service.ts';
import { listComparedLines } from '../invoices/invoices.service.ts';
import { paymentMethodOf, type ShownMethod } from '../payment-methods/payment-methods.rules.ts';
import { findDefaultMethod, findShownMethod } from '../payment-methods/saved-method.repository.ts';
import { listRecentBills } from './home.repository.ts';
import { autopayFieldOf, balanceFieldsOf, billSummaryOf } from './home.rules.ts';

const shownBills = 12;

/** API-4: everything the dashboard shows, in six statements with the session's. */
export async function showHome(
  portal: Portal,
  caller: Caller,
  request: { accountNumber: string; customerNumber: string },
): Promise<BillingRefresh> {
  const { db, clock, config } = portal;
  const account = await getAccount(portal, caller, request.accountNumber);
  if (account.customerNumber !== request.customerNumber) throw notFound();
  const bills = await listRecentBills(db, account.id, shownBills);
  const [latest, previous] = bills;
  const [compared, balance, method] = await Promise.all([
    latest &&
      listComparedLines(portal, {
        accountId: account.id,
        id: latest.id,
        comparedId: previous?.id ?? null,
      }),
    getBalance(db, account.id, dayOf(clock.now(), config.timeZone)),
    findDefaultMethod(db, account.id),
  ]);
  const autopayMethod = await getAutopayMethod(portal, account.id, { balance, method });
  return {
    ...balanceFieldsOf(balance),
    autopay: autopayFieldOf(balance, autopayMethod),
    isAutoPayEnabled: balance.isAutopayOn,
    isEbillEnabled: account.billType,
    billSummary: billSummaryOf(latest && compared && { ...latest, ...compared }),
    billDetails: {
      defaultPaymentMethod: method ? { payment_method: paymentMethodOf(method) } : null,
      billingAddress: account.addresses.find(({ addressType }) => addressType === 'Billing') ?? null,
    },
    accountDetails: { Address: account.addresses },
    recentBills: bills
      .map(({ invoiceNumber, issuedOn, amountCents }) => ({
        invoice_num: invoiceNumber,
        occurred_on: issuedOn,
        amount: dollarsFromCents(amountCents),
      }))
      .reverse(),
  };
}

/** Returns the method that autopay charges: the default one, except where an import says otherwise. */
async function getAutopayMethod(
  portal: Portal,
  accountId: string,
  { balance: { autopay }, method }: { balance: Balance; method: ShownMethod | undefined },
): Promise<ShownMethod | undefined> {
  if (!autopay || autopay.methodId === method?.id) return method;
  return await findShownMethod(portal.db, { accountId, methodId: autopay.methodId });
}
