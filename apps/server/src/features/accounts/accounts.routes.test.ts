import type { JobStatus } from '@myaccount/contract/visit-progress';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AccountSaver, buildSaver } from '../../testing/account-saver.ts';
import { buildAccount } from '../../testing/builders/account.ts';
import { buildVisit } from '../../testing/builders/appointment.ts';
import { buildDiscount } from '../../testing/builders/discount.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { allowAccount, type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { buildEnrollment, buildMethod } from '../../testing/builders/payment-method.ts';
import { readHome } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';

let login: AccountSaver;
let token: string;
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  login = await buildSaver(portal);
  token = login.token;
});

const infoOf = ({ accountNumber, customerNumber }: BuiltLogin['account']) => ({
  AccountNumber: accountNumber,
  CustomerID: customerNumber,
});

describe('accounts', () => {
  test('[API-27] lists every account of the caller with what it owes, in the order of the id_token', async () => {
    const owing = await buildLogin(portal.db);
    const member = await buildAccount(portal.db, {
      account: { account_type: 'BUSINESS', business_name: 'Oak Dental', status: 'INACTIVE' },
    });
    const primary = await buildAccount(portal.db);
    await allowAccount(portal.db, owing.loginId, member, 'member');
    await allowAccount(portal.db, owing.loginId, primary);
    const service = { account_id: primary.id, address_type: 'Service' } as const;
    await changeRows(portal.db, 'address', service, { address_type: 'Mailing' });
    await buildInvoice(portal.db, owing.account);
    await buildInvoice(portal.db, member, { issuedOn: '2026-10-05' });
    await buildInvoice(portal.db, member);
    const signedIn = await portal.signIn(owing.emailAddress);
    const response = await portal.get('/accounts', {}, signedIn);
    expect(response.statusCode).toBe(200);
    const shown = {
      id: owing.account.id,
      accountNumber: owing.account.accountNumber,
      accountType: 'RESIDENTIAL',
      accountStatus: 'ACTIVE',
      serviceAddress: expect.objectContaining({ addressType: 'Service', streetNrFirst: '120' }),
      amountDue: 84.99,
    };
    const paidUp = {
      ...shown,
      id: primary.id,
      accountNumber: primary.accountNumber,
      serviceAddress: null,
      amountDue: 0,
    };
    const inactive = {
      ...shown,
      id: member.id,
      accountNumber: member.accountNumber,
      accountType: 'BUSINESS',
      accountStatus: 'INACTIVE',
      amountDue: 169.98,
    };
    expect(response.json()).toEqual([shown, paidUp, inactive]);
    expect((await readHome(portal, member, signedIn)).amountDue).toBe(169.98);
  });
});

describe('customer/info', () => {
  test('[API-1] returns account, holder and addresses, and the PIN to the primary user', async () => {
    const response = await portal.get('/customer/info', infoOf(login.account), token);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      accountNumber: login.account.accountNumber,
      accountType: 'RESIDENTIAL',
      accountStatus: 'ACTIVE',
      Business: null,
      customer: {
        firstName: 'Ana',
        lastName: 'Rivera',
        phoneNumber: '6145550100',
        dateOfBirth: '1980-02-29',
        PIN: '4821',
      },
      customerAddress: [{ addressType: 'Service', streetNrFirst: '120' }, { addressType: 'Billing' }],
      role: 'primary',
      pendingEmailAddress: null,
    });
  });

  test("[API-1] returns a business's name", async () => {
    const account = await buildAccount(portal.db, {
      account: { account_type: 'BUSINESS', business_name: 'O’Brien & Söhne' },
    });
    await allowAccount(portal.db, login.loginId, account);
    const response = await portal.get('/customer/info', infoOf(account), token);
    expect(response.json()).toMatchObject({
      accountType: 'BUSINESS',
      Business: { BusinessName: 'O’Brien & Söhne' },
    });
  });
});

describe('customer/account/details', () => {
  test("[API-2] returns plan, offer and discounts in the reader's language", async () => {
    const gift = { discount_type: 'GiftCard', eligible_date: '2026-10-01' } as const;
    await buildDiscount(portal.db, login.account, gift);
    const query = { AccountNumber: login.account.accountNumber };
    const spanish = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' };
    const response = await portal.get('/customer/account/details', query, token, spanish);
    expect(response.json()).toEqual({
      ServicePlan: { planID: 'FIBER-500', planName: 'Fibra 500' },
      DiscountsList: [
        {
          DiscountType: 'GiftCard',
          IsDiscountApplied: 'false',
          IsEligible: 'true',
          EligibleDate: '2026-10-01',
        },
      ],
      selectedProductOffer: { name: 'Fibra 500', id: 'FIBER-500', totalMonthlyRC: 79.99 },
      achEnabled: true,
      GTVBillingAccountID: login.account.id,
    });
  });

  test('[API-2] names the next visit that is not over, if there is one', async () => {
    const { account, ...other } = await buildLogin(portal.db);
    const read = async () => {
      const query = { AccountNumber: account.accountNumber };
      return (
        await portal.get('/customer/account/details', query, await portal.signIn(other.emailAddress))
      ).json();
    };
    const visitAt = (day: string, job_status: JobStatus = 'Ready') =>
      buildVisit(portal.portal, account, { starts_at: new Date(`${day}T14:00:00Z`), job_status });
    await visitAt('2026-11-26', 'Cancelled');
    await visitAt('2026-11-22');
    expect(await read()).not.toHaveProperty('nextVisit');
    await visitAt('2026-11-30');
    const visit = await visitAt('2026-11-28');
    const time = { startDate: '2026-11-28T14:00:00.000Z', endDate: '2026-11-28T16:00:00.000Z' };
    const unknown = { techFirstName: null, shortestArrivalETA: null, longestArrivalETA: null };
    expect((await read()).nextVisit).toEqual({ ...time, ...unknown, jobStatus: 'Ready' });
    const change = (fields: object) => changeRows(portal.db, 'appointment', { id: visit.id }, fields);
    const estimate = { shortest_arrival_minutes: 10, longest_arrival_minutes: 40 };
    const estimatedAt = new Date('2026-11-28T13:30:00Z');
    const live = { ...estimate, tech_first_name: 'Sam', arrival_estimated_at: estimatedAt };
    await change({ ...live, job_status: 'En Route' });
    expect((await read()).nextVisit).toEqual({
      ...time,
      jobStatus: 'En Route',
      techFirstName: 'Sam',
      shortestArrivalETA: '2026-11-28T13:40:00.000Z',
      longestArrivalETA: '2026-11-28T14:10:00.000Z',
    });
    await change({ arrival_estimated_at: null });
    const unestimated = { ...unknown, techFirstName: 'Sam', jobStatus: 'En Route' };
    expect((await read()).nextVisit).toEqual({ ...time, ...unestimated });
    await change({ arrival_estimated_at: estimatedAt, job_status: 'In Progress' });
    const atWork = { ...unknown, techFirstName: 'Sam', jobStatus: 'In Progress' };
    expect((await read()).nextVisit).toEqual({ ...time, ...atWork });
  });
});

describe('billing/gtv/account', () => {
  const read = () =>
    portal.get('/billing/gtv/account', { AccountNumber: login.account.accountNumber }, token);

  test('[API-3] returns one billing account with the current cycle', async () => {
    expect((await read()).json()).toEqual([
      {
        id: login.account.id,
        account_num: login.account.accountNumber,
        bill_type: 'EMAIL',
        pending_charges_total: 0,
        balance: 0,
        auto_payment_authorized: false,
        bill_cycle: { start_date: '2026-11-05', end_date: '2026-12-04' },
        external_account_num: login.account.accountNumber,
      },
    ]);
  });

  test('[API-3] returns whether autopay is on', async () => {
    const method = await buildMethod(portal.portal, login.account);
    await buildEnrollment(portal.db, login.account, method);
    expect((await read()).json()[0].auto_payment_authorized).toBe(true);
  });
});
