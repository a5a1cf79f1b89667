import {
  accountStatuses,
  accountTypes,
  addressTypes,
  billTypes,
  discountTypes,
  notificationPreferences,
  roles,
} from '@myaccount/contract/accounts';
import { appointmentKinds } from '@myaccount/contract/appointments';
import { chargeNoticeKinds } from '@myaccount/contract/charge-notices';
import { consentKinds } from '@myaccount/contract/consent';
import { chargeTypes, invoiceKinds } from '@myaccount/contract/invoices';
import { languages } from '@myaccount/contract/languages';
import { loginMethods } from '@myaccount/contract/login';
import { cardTypes, methodTypes } from '@myaccount/contract/payment-methods';
import { paymentStates } from '@myaccount/contract/payment-states';
import { processorNames } from '@myaccount/contract/processors';
import { jobStatuses } from '@myaccount/contract/visit-progress';
import { Kysely, PostgresDialect, sql } from 'kysely';
import {
  type DatabaseMetadata,
  generate,
  IdentifierNode,
  PostgresDialect as PostgresGenerator,
} from 'kysely-codegen';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../apps/server/src/testing/database.ts';

/** The list of the contract that each column’s check constraint must repeat. */
const listOfColumn: Readonly<Record<string, readonly string[]>> = {
  'account.account_type': accountTypes,
  'account.bill_type': billTypes,
  'account.notification_preference': notificationPreferences,
  'account.status': accountStatuses,
  'address.address_type': addressTypes,
  'appointment.job_status': jobStatuses,
  'appointment.kind': appointmentKinds,
  'captured_method.processor': processorNames,
  'charge_notice.kind': chargeNoticeKinds,
  'consent.kind': consentKinds,
  'consent.language': languages,
  'customer.language': languages,
  'discount.discount_type': discountTypes,
  'invoice.kind': invoiceKinds,
  'invoice_charge.charge_type': chargeTypes,
  'calendar_feed.language': languages,
  'login.language': languages,
  'login_account.role': roles,
  'login_challenge.method': loginMethods,
  'outbox.language': languages,
  'slot.kind': appointmentKinds,
  'slot_day.kind': appointmentKinds,
  'payment.processor': processorNames,
  'payment.state': paymentStates,
  'payment_method.card_type': cardTypes,
  'payment_method.method_type': methodTypes,
  'payment_method.processor': processorNames,
  'text_message.language': languages,
};

/** Lists that only the database has: code takes their types from the tables. */
const listsOfDatabase = [
  'account_lookup.kind',
  'appointment_change.state',
  'heartbeat.paused_for',
  'inbox_event.state',
  'ledger_posting.credit',
  'ledger_posting.debit',
  'outbox.channel',
  'outbox.state',
  'payment_attempt.kind',
  'refund.means',
  'refund.state',
  'text_message.state',
  'text_stop.stopped_preference',
];

let database: TestDatabase;
let owner: Kysely<unknown>;
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.ownerUrl });
  owner = new Kysely({ dialect: new PostgresDialect({ pool }) });
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

/** Returns the values that a check such as `language in ('en', 'es')` allows, by `table.column`; other checks are left out. */
async function readClosedLists(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`.execute(owner);
  return Object.fromEntries(
    rows.flatMap(({ table, definition }) => {
      const [, column, list] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition) ?? [];
      if (!column || !list) return [];
      return [
        [`${table}.${column}`, [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, value = '']) => value)],
      ];
    }),
  );
}

/** Types as the server's connections return them: cents are safe integers, days are text, JSON is written as text. */
function serverTypes(): PostgresGenerator {
  const dialect = new PostgresGenerator({ dateParser: 'string' });
  dialect.adapter.scalars.int8 = new IdentifierNode('number');
  dialect.adapter.scalars.timestamptz = new IdentifierNode('Date');
  dialect.adapter.scalars.jsonb = new IdentifierNode('JsonColumn');
  return dialect;
}

/** Gives a column with a closed list the values that its check allows. */
async function addClosedLists(metadata: DatabaseMetadata): Promise<DatabaseMetadata> {
  const lists = await readClosedLists();
  for (const table of metadata.tables) {
    for (const column of table.columns) column.enumValues = lists[`${table.name}.${column.name}`] ?? null;
  }
  return metadata;
}

test('the types of tables are those of the migrated database; `npm run table-types` writes them', async () => {
  const source = await generate({
    db: owner,
    dialect: serverTypes(),
    outFile: null,
    excludePattern: '{kysely_*,payment_transition,rate_limit}',
    overrides: {
      columns: {
        'autopay_charge.refusal': new IdentifierNode('AutopayFailure'),
        'captured_method.card_type': new IdentifierNode('CardType'),
        'payment.failure_code': new IdentifierNode('PaymentFailure'),
      },
    },
    customImports: {
      AutopayFailure: '@myaccount/contract/autopay',
      CardType: '@myaccount/contract/payment-methods',
      JsonColumn: './json-column.ts',
      PaymentFailure: '@myaccount/contract/payment-failures',
    },
    postprocess: ({ metadata }) => addClosedLists(metadata),
    typeOnlyImports: true,
  });
  await expect(source).toMatchFileSnapshot('../apps/server/src/platform/database/tables.generated.ts');
});

const sorted = (values: readonly string[]) => [...values].sort();

test('every list that the database checks is one of the contract, or the database’s alone', async () => {
  const known = [...Object.keys(listOfColumn), ...listsOfDatabase];
  expect(sorted(Object.keys(await readClosedLists()))).toEqual(sorted(known));
});

test.each(Object.entries(listOfColumn))(
  'the check of %s allows exactly the values in the contract; a difference takes a new migration',
  async (column, values) => {
    const checked = (await readClosedLists())[column] ?? [];
    expect(sorted(checked), `apps/server/migrations must change the check of ${column}`).toEqual(
      sorted(values),
    );
  },
);
