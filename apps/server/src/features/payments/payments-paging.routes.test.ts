import { beforeAll, expect, test } from 'vitest';
import { buildPayment } from '../../testing/builders/payment.ts';
import { buildCustomer, type Customer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';

let login: Customer;
const newestFirst: string[] = [];
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  login = await buildCustomer(portal);
  for (let day = 1; day <= 13; day += 1) {
    const occurredOn = `2026-10-${String(day).padStart(2, '0')}`;
    const made = { occurred_at: new Date(`${occurredOn}T12:00:00Z`), occurred_on: occurredOn };
    newestFirst.unshift((await buildPayment(portal.db, login.account, made)).id);
  }
});

async function listPage(pageNumber: number, pageSize: number) {
  const query = { billing_account_id: login.account.id, page_number: pageNumber, page_size: pageSize };
  return (await portal.get('/payments', query, login.token)).json();
}

test.each([1, 2, 3, 4, 5, 6, 7, 13, 50])(
  '[API-8, PAYMENTS-3] pages of %i show every payment once, newest first',
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
