import { formatReference } from '@myaccount/contract/payment-reference';
import { describe, expect, test } from 'vitest';
import { showAccount } from '../../ops/show.ts';
import { forFile } from '../../testing/for-tests.ts';
import { connectOwner, connectSuperuser } from '../../testing/owner.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';
import { readRows } from '../../testing/rows.ts';
import { readExport } from '../payment-export/payment-events.service.ts';

const portal = forFile(() => startPayingPortal());
const owner = forFile(() => connectOwner(portal));
/** Only a superuser may replace a function of a test's database. */
const superuser = forFile(() => connectSuperuser(portal));

const missingReference = 'every payment has a reference that no other payment of its account has';

async function referencesOf({ account }: Payer): Promise<string[]> {
  const rows = await readRows(portal.db, 'payment_reference', { account_id: account.id }, 'payment_id');
  return rows.map(({ reference }) => reference);
}

/** Replaces the random draw by these references, in turn; returns the function that restores it. */
async function drawNext(references: readonly string[]): Promise<() => Promise<void>> {
  const name = 'random_payment_reference';
  const { rows } = await superuser.query(`select pg_get_functiondef('${name}'::regproc) as text`);
  await superuser.query(`create sequence draw; grant usage on sequence draw to public;
    create or replace function ${name}() returns text language sql volatile as
    $$ select (array['${references.join("','")}'])[nextval('draw')] $$`);
  return async () => {
    await superuser.query(rows[0].text);
    await superuser.query('drop sequence draw');
  };
}

describe('the reference of a payment', () => {
  test('[PAY-9] is the same in the response, the history, the receipt, the export, and support’s view', async () => {
    const payer = await portal.buildPayer();
    const made = (await portal.pay(payer)).json();
    expect(made.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    const query = { billing_account_id: payer.account.id };
    const history = await portal.get('/payments', query, payer.accessToken);
    const receipt = await portal.get('/payments/receipt', { id: made.id }, payer.accessToken);
    for (const shown of [history.json().result[0], receipt.json()])
      expect(shown.reference).toBe(made.reference);
    const lines = [];
    for await (const line of readExport(portal.db, undefined)) lines.push(line);
    expect(lines.at(-1)).toMatchObject({ paymentId: made.id, paymentReference: made.reference });
    const page = await showAccount(portal.portal, payer.account.accountNumber);
    expect(page).toContain(`…4242  ${formatReference(made.reference)}  ${made.id}`);
    for (const typed of [made.reference, formatReference(made.reference).toLowerCase()]) {
      const found = await showAccount(portal.portal, typed);
      expect(found).toContain(
        `payment ${formatReference(made.reference)}, 2026-11-24, COMPLETED, $84.99, ${made.id}`,
      );
      expect(found).toContain(page);
    }
    await expect(showAccount(portal.portal, 'ZZZZ-0000')).rejects.toThrow('Nobody is found by “ZZZZ-0000”');
  });

  test('[PAY-9] is drawn again when a payment of the account has it; another account may have it too', async () => {
    const [payer, other] = [await portal.buildPayer(), await portal.buildPayer()];
    const restore = await drawNext(['AAAA0000', 'AAAA0000', 'AAAA0000', 'BBBB1111']);
    await portal.pay(payer, { amount: 10 });
    await portal.pay(other, { amount: 10 });
    await portal.pay(payer, { amount: 20 });
    await restore();
    expect(await referencesOf(payer)).toEqual(['AAAA0000', 'BBBB1111']);
    expect(await referencesOf(other)).toEqual(['AAAA0000']);
    const { message } = await showAccount(portal.portal, 'aaaa-oooo').catch((error) => error);
    expect(message).toContain('“aaaa-oooo” is not one account');
    for (const { account } of [payer, other])
      expect(message).toContain(`${account.accountNumber}  Ana Rivera`);
  });

  test('[PAY-9] is drawn from all 32 characters at each of its 8 places', async () => {
    const { rows } = await owner.query<{ drawn: string }>(
      'select random_payment_reference() as drawn from generate_series(1, 1000)',
    );
    const places = Array.from({ length: 8 }, (_, at) => new Set(rows.map(({ drawn }) => drawn[at])));
    expect(places.map(({ size }) => size)).toEqual(Array(8).fill(32));
  });

  test('[PAY-9] is drawn again for the one of several new payments that drew a taken one', async () => {
    const payer = await portal.buildPayer();
    const restore = await drawNext(['AAAA0000', 'AAAA0000', 'BBBB1111', 'CCCC2222']);
    await owner.query(
      `with added as (
         insert into payment (account_id, state, amount_cents, occurred_at, occurred_on, method_type, card_type, external_id)
         select $1, 'PROCESSING_ERROR', 100, now(), current_date, 'custom', 'UNKNOWN', 'X-' || number
         from generate_series(1, 2) number returning account_id, external_id)
       insert into account_lookup select 'payment', external_id, account_id from added`,
      [payer.account.id],
    );
    await restore();
    expect((await referencesOf(payer)).toSorted()).toEqual(['AAAA0000', 'CCCC2222']);
    expect(await portal.brokenChecks()).toEqual([]);
  });

  test('[PAY-9] that is missing is found by the check', async () => {
    const payers = [await portal.buildPayer(), await portal.buildPayer()];
    for (const payer of payers) await portal.pay(payer);
    expect(await portal.brokenChecks()).toEqual([]);
    await owner.query('delete from payment_reference where account_id = $1', [payers[0]?.account.id]);
    expect(await portal.brokenChecks()).toEqual([missingReference]);
    await owner.query('select give_payment_reference(account_id, id) from payment');
    expect(await portal.brokenChecks()).toEqual([]);
  });
});
