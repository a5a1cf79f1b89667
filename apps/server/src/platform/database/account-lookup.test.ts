import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { lockVisitOf } from '../../features/appointments/visit.repository.ts';
import { lockInvoiceByNumber } from '../../features/invoices/void-invoice.repository.ts';
import { buildEnrolled } from '../../testing/autopay.ts';
import { accountLine, customerLine, wholeFile } from '../../testing/builders/import-lines.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { forEachTest, forFile } from '../../testing/for-tests.ts';
import { connectOwner } from '../../testing/owner.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { newestStopUrl, restoreInPlace } from '../../testing/restored-portal.ts';
import { readRows } from '../../testing/rows.ts';
import { startTestImport } from '../../testing/test-import.ts';
import { planVisit, progressVisit } from '../../testing/visits.ts';
import { lookupMisses } from '../metrics.ts';
import { hashToken } from '../secrets.ts';
import {
  deleteLookup,
  findAccountId,
  insertLookup,
  keyOf,
  type LookupKind,
  noAccountId,
} from './account-lookup.ts';

const portal = forFile(() => startPayingPortal());

/** Something that a number finds: the kind and key of its lookup, and what finds it. */
interface Found {
  readonly accountId: string;
  readonly kind: LookupKind;
  readonly key: string;
  readonly find: () => Promise<unknown>;
}

/** Builds what a number of each kind finds; `find` returns something falsy for what is not found. */
const numbers: Readonly<Record<string, () => Promise<Found>>> = {
  account: async () => {
    const { account } = await buildLogin(portal.db);
    const key = account.accountNumber;
    return { accountId: account.id, kind: 'account', key, find: () => findAccountId(portal.db, key) };
  },
  bill: async () => {
    const { account } = await buildLogin(portal.db);
    const { invoiceNumber: key } = await buildInvoice(portal.db, account);
    const find = () => portal.db.transaction().execute((trx) => lockInvoiceByNumber(trx, key));
    return { accountId: account.id, kind: 'invoice', key, find };
  },
  visit: async () => {
    const { externalId: key, accountId } = await planVisit(portal, portal.sandbox);
    return {
      accountId,
      kind: 'appointment',
      key,
      find: () => portal.db.transaction().execute((trx) => lockVisitOf(trx, key)),
    };
  },
  'link to a visit': async () => {
    const { token, accountId } = await planVisit(portal, portal.sandbox);
    const find = async () => {
      const query = { Token: token, StartDate: '2026-12-01', EndDate: '2026-12-15' };
      return (await portal.get('/appointment/schedules', query)).json().statusCode === '00';
    };
    return { accountId, kind: 'appointmentLink', key: keyOf(hashToken(token)), find };
  },
  'link that stops a charge': async () => {
    const payer = await buildEnrolled(portal, { dueOn: '2026-11-24' });
    await restoreInPlace(portal);
    await runJobs(portal, 'charge-notices.send');
    const token = (await newestStopUrl(portal, payer)).split('/').at(-1) ?? '';
    const find = async () => (await portal.get('/charge-notice', { Token: token })).statusCode === 200;
    return { accountId: payer.account.id, kind: 'chargeNotice', key: keyOf(hashToken(token)), find };
  },
};

const misses = async ({ kind }: Found, reason: string) => {
  const { values } = await lookupMisses.get();
  return values.find(({ labels }) => labels.kind === kind && labels.reason === reason)?.value ?? 0;
};
const claim = 'every number leads to its account';

describe.each(Object.entries(numbers))('[API-25] the number of a %s', (_name, build) => {
  test('whose lookup leads to another account finds nothing, is counted, and is named', async () => {
    const number = await build();
    expect(await number.find()).toBeTruthy();
    // It has such a number, too.
    const { accountId } = await build();
    const before = await misses(number, 'elsewhere');
    const { kind, key } = number;
    await portal.db.transaction().execute((trx) => deleteLookup(trx, kind, key));
    await insertLookup(portal.db, { kind, key, account_id: accountId });
    expect(await number.find()).toBeFalsy();
    expect(await misses(number, 'elsewhere')).toBe(before + 1);
    expect(await portal.brokenChecks()).toContain(claim);
  });

  test('whose lookup is missing finds nothing, is counted, and is named', async () => {
    const number = await build();
    const before = await misses(number, 'missing');
    await portal.db.transaction().execute((trx) => deleteLookup(trx, number.kind, number.key));
    expect(await number.find()).toBeFalsy();
    expect(await misses(number, 'missing')).toBe(before + 1);
    expect(await portal.brokenChecks()).toContain(claim);
  });
});

test('[API-25] what the field service tells of a visit whose lookup is wrong changes no visit', async () => {
  const [visit, other] = [await planVisit(portal, portal.sandbox), await planVisit(portal, portal.sandbox)];
  const key = visit.externalId;
  const statuses = async () =>
    (await readRows(portal.db, 'appointment', {}, 'id')).map(({ job_status }) => job_status);
  const before = await statuses();
  await portal.db.transaction().execute((trx) => deleteLookup(trx, 'appointment', key));
  await insertLookup(portal.db, { kind: 'appointment', key, account_id: other.accountId });
  expect(await progressVisit(portal, portal.sandbox, visit, 'Dispatch')).toBe('unknown-account');
  expect(await statuses()).toEqual(before);
  await portal.db.transaction().execute((trx) => deleteLookup(trx, 'appointment', key));
  expect(await progressVisit(portal, portal.sandbox, visit, 'En Route')).toBe('applied');
});

describe('[API-25] an import', () => {
  const desk = forEachTest(() => startTestImport());
  const lookups = () => desk.rows('select kind, key, account_id from account_lookup order by kind, key');
  const records = () =>
    desk.rows('select account_id, record_type, record_key from import_record order by 2, 3');

  test('looks up every number that it stores, and names the account of what it remembers', async () => {
    await desk.importWell(...wholeFile());
    const [account] = await desk.rows<{ id: string }>('select id from account');
    const found = await lookups();
    expect(found).toEqual(
      ['account', 'appointment', 'invoice', 'invoice', 'payment', 'paymentMethod'].map((kind) =>
        expect.objectContaining({ kind, account_id: account?.id }),
      ),
    );
    const kinds = new Set(found.map(({ kind }) => kind));
    const ofNone = (await records()).filter(({ account_id }) => account_id === noAccountId);
    expect(ofNone.map(({ record_type }) => record_type)).toEqual(['customer', 'login', 'plan']);
    expect(kinds.size).toBe(5);
    await desk.importWell(...wholeFile());
    expect(await lookups()).toEqual(found);
  });

  test.each([
    ['account', 'accountNumber'],
    ['invoice', 'invoiceNumber'],
    ['payment', 'externalId'],
    ['paymentMethod', 'externalId'],
    ['appointment', 'externalId'],
  ])('refuses a customer whose %s has a number that leads elsewhere', async (kind, field) => {
    const line = wholeFile().find(({ type }) => type === kind) as unknown as Record<string, string>;
    await desk.rows('insert into account_lookup values ($1, $2, $3)', [kind, line[field], noAccountId]);
    const { refusals } = await desk.importLines(wholeFile());
    expect(refusals[0]?.reason).toContain('account_lookup_pkey');
    expect(await desk.rows('select from account')).toEqual([]);
  });

  test('writes nothing to the account that a wrong lookup leads to', async () => {
    const other = { accountNumber: 'A2', customerId: 'C1', autopay: undefined };
    await desk.importWell(...wholeFile(), accountLine(other));
    const ids = await desk.rows<{ id: string }>('select id from account order by account_number');
    const lead = async (id = '') => {
      await desk.rows("delete from account_lookup where key = 'A1'");
      await desk.rows("insert into account_lookup values ('account', 'A1', $1)", [id]);
    };
    await lead(ids[1]?.id);
    const rowsOf = () => desk.rows('select a.*, a.xmin from account a order by account_number');
    const before = await rowsOf();
    const { refusals } = await desk.importLines([accountLine({ cycleDay: 9, autopay: undefined })]);
    expect(refusals[0]?.reason).toContain('account_lookup_pkey');
    expect(await rowsOf()).toEqual(before);
    await lead(ids[0]?.id);
  });

  const customersOf = () =>
    desk.rows(
      `select l.key as account, c.customer_number as customer
       from account_lookup l join customer c on c.id = l.customer_id where l.kind = 'account' order by 1`,
    );

  test('finds an account by its customer, also by another one that it moves to', async () => {
    // Without the trigger for the release before, as on a distributed database.
    const owner = await connectOwner(desk);
    await owner.query('drop trigger if exists account_adds_lookup on account');
    const next = customerLine({ customerId: 'C2', emailAddress: 'bea@example.com' });
    await desk.importWell(...wholeFile(), next);
    expect(await customersOf()).toEqual([{ account: 'A1', customer: 'C1' }]);
    await desk.importWell(next, accountLine({ customerId: 'C2' }));
    expect(await customersOf()).toEqual([{ account: 'A1', customer: 'C2' }]);
    expect(
      await desk.one('select customer_number from customer join account a on a.customer_id = customer.id'),
    ).toEqual({
      customer_number: 'C2',
    });
    await owner.query(
      'create trigger account_adds_lookup after insert or update of customer_id on account for each row execute function add_customer_of_account()',
    );
    await owner.close();
  });

  test('of before has its customers named once, and a lookup that leads to no account stops nothing', async () => {
    await desk.importWell(...wholeFile());
    const owner = await connectOwner(desk);
    await owner.query('update account_lookup set customer_id = null');
    await owner.query("insert into account_lookup values ('account', 'A0', gen_random_uuid())");
    const fill = await readFile(
      new URL('../../../migrations/fills/account_lookup.sql', import.meta.url),
      'utf8',
    );
    await owner.query(fill);
    expect(await customersOf(), 'it was done before').toEqual([]);
    await owner.query("comment on table account_lookup is 'filled'");
    await owner.query(fill);
    await owner.close();
    expect(await customersOf()).toEqual([{ account: 'A1', customer: 'C1' }]);
  });

  test('of the release before names no customer of an account, and moves it: a trigger does', async () => {
    await desk.importWell(
      ...wholeFile(),
      customerLine({ customerId: 'C2', emailAddress: 'bea@example.com' }),
    );
    const columns = 'customer_id, account_type, status, bill_type, cycle_day, plan_id, monthly_price_cents';
    const id = '01a220ec-57ad-7674-bf3f-68e4e53ffcf2';
    await desk.rows("insert into account_lookup (kind, key, account_id) values ('account', 'A9', $1)", [id]);
    await desk.rows(
      `insert into account (id, account_number, ${columns}) select $1, 'A9', ${columns} from account`,
      [id],
    );
    expect(await customersOf()).toEqual([
      { account: 'A1', customer: 'C1' },
      { account: 'A9', customer: 'C1' },
    ]);
    await desk.rows(
      "update account set customer_id = (select id from customer where customer_number = 'C2') where id = $1",
      [id],
    );
    expect(await customersOf()).toContainEqual({ account: 'A9', customer: 'C2' });
    expect(await desk.failedChecks()).toEqual([]);
  });

  test('finds what the release before imported, once its numbers are looked up in batches', async () => {
    await desk.importWell(...wholeFile());
    const [before, remembered] = [await lookups(), await records()];
    const owner = await connectOwner(desk);
    const fill = await readFile(
      new URL('../../../migrations/fills/account_lookup.sql', import.meta.url),
      'utf8',
    );
    await owner.query('delete from account_lookup; comment on table account_lookup is null');
    await owner.query('update import_record set account_id = $1', [noAccountId]);
    await owner.query(fill);
    expect(await lookups()).toEqual(before);
    expect(await records()).toEqual(remembered);
    await owner.query('delete from account_lookup');
    await owner.query(fill);
    expect(await lookups(), 'it is done once').toEqual([]);
    await owner.query('comment on table account_lookup is null');
    await owner.query(fill);
    await owner.close();
  });

  test('of the release before, and its servers, write no lookups: triggers do', async () => {
    await desk.importWell(...wholeFile());
    const [before, remembered] = [await lookups(), await records()];
    await desk.rows('delete from account_lookup');
    const columns = 'record_type, record_key, content_hash, content, imported_at';
    await desk.rows(`with old as (delete from import_record returning ${columns})
      insert into import_record (${columns}) select * from old`);
    expect(await lookups()).toEqual(before);
    expect(await records()).toEqual(remembered);
    const id = (await desk.one('select id from account'))?.id;
    const visit = `insert into appointment (account_id, external_id, kind, starts_at, ends_at, job_status)
      values ($1, 'V-old', 'repair', now(), now() + interval '1 hour', 'Ready') returning id`;
    const [{ id: visitId } = {}] = await desk.rows(visit, [id]);
    const link = `insert into appointment_link (account_id, appointment_id, token_hash, created_at, expires_at)
      values ($1, $2, '\\x0a', now(), now())`;
    await desk.rows(link, [id, visitId]);
    await desk.rows(
      "insert into charge_notice (account_id, agreement_id, kind, created_at, notice_days) values ($1, $2, 'planned', now(), 3)",
      [id, visitId],
    );
    await desk.rows("update charge_notice set token_hash = '\\x0b'");
    const added = (await lookups()).filter(({ key }) => ['V-old', '0a', '0b'].includes(String(key)));
    expect(added.map(({ kind }) => kind)).toEqual(['appointment', 'appointmentLink', 'chargeNotice']);
    await desk.rows('update account set customer_id = customer_id');
    expect(await desk.failedChecks()).toEqual([]);
  });
});
