import {
  accountStatuses,
  accountTypes,
  addressTypes,
  billTypes,
  discountTypes,
  notificationPreferences,
  roles,
} from '@myaccount/contract/accounts';
import { appointmentKinds, jobStatuses } from '@myaccount/contract/appointments';
import { consentKinds } from '@myaccount/contract/consent';
import { chargeTypes } from '@myaccount/contract/invoices';
import { languages } from '@myaccount/contract/languages';
import { loginMethods } from '@myaccount/contract/login';
import { cardTypes, methodTypes } from '@myaccount/contract/payment-methods';
import { paymentStates } from '@myaccount/contract/payment-states';
import { processorNames } from '@myaccount/contract/processors';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { appointmentChangeStates } from './tables.appointments.ts';
import { inboxEventStates, outboxChannels, outboxStates } from './tables.messages.ts';
import { attemptKinds, ledgerAccounts, pauseReasons } from './tables.payments.ts';
import { stoppedPreferences, textStates } from './tables.texts.ts';

/** The list that each column’s check constraint must repeat. */
const listOfColumn: Readonly<Record<string, readonly string[]>> = {
  'account.account_type': accountTypes,
  'account.bill_type': billTypes,
  'account.notification_preference': notificationPreferences,
  'account.status': accountStatuses,
  'address.address_type': addressTypes,
  'appointment_change.state': appointmentChangeStates,
  'appointment.job_status': jobStatuses,
  'appointment.kind': appointmentKinds,
  'captured_method.processor': processorNames,
  'consent.kind': consentKinds,
  'consent.language': languages,
  'customer.language': languages,
  'discount.discount_type': discountTypes,
  'heartbeat.paused_for': pauseReasons,
  'inbox_event.state': inboxEventStates,
  'invoice_charge.charge_type': chargeTypes,
  'ledger_posting.credit': ledgerAccounts,
  'ledger_posting.debit': ledgerAccounts,
  'login.language': languages,
  'login_account.role': roles,
  'login_challenge.method': loginMethods,
  'outbox.channel': outboxChannels,
  'outbox.language': languages,
  'outbox.state': outboxStates,
  'slot.kind': appointmentKinds,
  'slot_day.kind': appointmentKinds,
  'payment.processor': processorNames,
  'payment.state': paymentStates,
  'payment_attempt.kind': attemptKinds,
  'payment_method.card_type': cardTypes,
  'payment_method.method_type': methodTypes,
  'payment_method.processor': processorNames,
  'text_message.language': languages,
  'text_message.state': textStates,
  'text_stop.stopped_preference': stoppedPreferences,
};

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.ownerUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Returns the values that a check such as `language in ('en', 'es')` allows, by column; other checks are left out. */
async function readCheckedLists(): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; definition: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
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

const sorted = (values: readonly string[]) => [...values].sort();

test('every list that the database checks is compared below', async () => {
  expect(sorted(Object.keys(await readCheckedLists()))).toEqual(sorted(Object.keys(listOfColumn)));
});

test.each(Object.entries(listOfColumn))(
  'the check of %s allows exactly the values in code; a difference takes a new migration',
  async (column, values) => {
    const checked = (await readCheckedLists())[column] ?? [];
    expect(sorted(checked), `apps/server/migrations must change the check of ${column}`).toEqual(
      sorted(values),
    );
  },
);
