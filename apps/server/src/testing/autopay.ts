import type { Payer, PayingTestPortal } from './paying-portal.ts';

/** Turns autopay on with the payer's method, through the API. */
export async function enrollPayer(portal: PayingTestPortal, payer: Payer): Promise<void> {
  const token = await portal.signIn(payer.emailAddress);
  const body = {
    accountNumber: payer.account.accountNumber,
    enableAutopay: true,
    paymentMethodID: payer.methodId,
    consents: [{ kind: 'autopay', textVersion: '1', language: 'en' }],
  };
  const reply = await portal.post('/customer/account/autopay', body, token);
  if (reply.json().statusCode !== '00') throw new Error(`Autopay was refused: ${reply.body}`);
}

/** Moves the due date of a payer's bills. */
export async function setDueDate(portal: PayingTestPortal, { account }: Payer, dueOn: string): Promise<void> {
  await portal.db
    .updateTable('invoice')
    .set({ due_on: dueOn })
    .where('account_id', '=', account.id)
    .execute();
}

/** Runs a round of the jobs of autopay. */
export async function runAutopayJobs(portal: Pick<PayingTestPortal, 'app'>): Promise<void> {
  for (const { name, run } of portal.app.jobs) if (name.startsWith('autopay.')) await run();
}

/** Returns an account's payments, oldest first. */
export function paymentsOf(portal: PayingTestPortal, { account }: Payer) {
  return portal.db
    .selectFrom('payment')
    .select([
      'id',
      'state',
      'amount_cents as amountCents',
      'occurred_on as day',
      'is_recurring as isRecurring',
    ])
    .where('account_id', '=', account.id)
    .orderBy('occurred_at')
    .execute();
}

/** Returns what a payer's dashboard answers. */
export async function dashboardOf(portal: PayingTestPortal, payer: Payer) {
  const query = { AccountNumber: payer.account.accountNumber, customerID: payer.account.customerNumber };
  const token = await portal.signIn(payer.emailAddress);
  return (await portal.get('/billing/gtv/billing-account/refresh', query, token)).json();
}
