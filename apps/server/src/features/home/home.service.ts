import type { BillingRefresh } from '@myaccount/contract/home';
import { dollarsFromCents } from '@myaccount/contract/money';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import { readWhenStale } from '../billing-system/opening.service.ts';
import { listComparedLines } from '../invoices/invoices.service.ts';
import { paymentMethodOf } from '../payment-methods/payment-methods.rules.ts';
import { firstWeeksOf } from './first-weeks.rules.ts';
import { paidByOf } from './happenings.rules.ts';
import { getHappenings } from './happenings.service.ts';
import { listRecentBills } from './home.repository.ts';
import { autopayFieldOf, balanceFieldsOf, billSummaryOf } from './home.rules.ts';

const shownBills = 12;

/** API-4: everything the dashboard shows, in seven statements with the session's. */
export async function showHome(
  portal: Portal,
  caller: Caller,
  request: { accountNumber: string; customerNumber: string },
): Promise<BillingRefresh> {
  const account = await getAccount(portal, caller, request.accountNumber);
  if (account.customerNumber !== request.customerNumber) throw notFound();
  const bills = await listRecentBills(portal.db, account.id, shownBills);
  const [latest, previous] = bills;
  const [compared, { facts, happenings }] = await Promise.all([
    latest &&
      listComparedLines(portal, {
        accountId: account.id,
        id: latest.id,
        comparedId: previous?.id ?? null,
      }),
    getHappenings(portal, account),
  ]);
  const { balance, defaultMethod, autopayMethod } = facts;
  return {
    ...balanceFieldsOf(balance),
    autopay: autopayFieldOf(balance, autopayMethod),
    happenings,
    paidBy: paidByOf(facts, happenings),
    firstWeeks: firstWeeksOf(account, bills, facts),
    isAutoPayEnabled: balance.isAutopayOn,
    isEbillEnabled: account.billType,
    ...(await readWhenStale(portal, account.id, facts.reading)),
    billSummary: billSummaryOf(latest && compared && { ...latest, ...compared }),
    billDetails: {
      defaultPaymentMethod: defaultMethod ? { payment_method: paymentMethodOf(defaultMethod) } : null,
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
