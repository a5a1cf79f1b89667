import { beforeAll, expect, test } from 'vitest';
import { addMonths } from '../../platform/business-day.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';

let login: BuiltLogin;
let token: string;
const newestFirst: string[] = [];
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  login = await buildLogin(portal.db);
  token = await portal.signIn(login.emailAddress);
  for (let month = 0; month < 13; month += 1) {
    const invoice = await buildInvoice(portal.db, login.account, {
      issuedOn: addMonths('2025-11-05', month),
    });
    newestFirst.unshift(invoice.id);
  }
});

async function listPage(pageNumber: number, pageSize: number) {
  const query = { billing_account_id: login.account.id, page_number: pageNumber, page_size: pageSize };
  return (await portal.get('/invoices/all', query, token)).json();
}

test.each([1, 2, 3, 4, 5, 6, 7, 13, 50])(
  '[API-5, BILLING-2] pages of %i show every bill once, newest first',
  async (pageSize) => {
    const totalPages = Math.ceil(13 / pageSize);
    const shown: string[] = [];
    for (let pageNumber = 1; pageNumber <= totalPages; pageNumber += 1) {
      const page = await listPage(pageNumber, pageSize);
      expect(page).toMatchObject({ totalCount: 13, totalPages });
      shown.push(...page.result.map(({ id }: { id: string }) => id));
    }
    expect(shown).toEqual(newestFirst);
    expect(await listPage(totalPages + 1, pageSize)).toEqual({ totalCount: 13, totalPages, result: [] });
  },
);
