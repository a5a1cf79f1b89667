import { hash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { wholeFile } from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());
beforeEach(async () => {
  await desk.importLines(wholeFile());
});

// What an import of a release before these fields remembered: contents without them, under the same hash.
const fieldsOfALaterRelease = {
  plan: ['nameEs'],
  customer: ['language', 'dateOfBirth'],
  account: ['achEnabled', 'discounts', 'notificationPreference', 'businessName', 'monthlyPrice', 'autopay'],
  login: ['nickname'],
  paymentMethod: ['isDefault', 'validTo'],
  invoice: ['paidOn'],
  payment: ['recurring', 'method'],
  appointment: ['techFirstName', 'shortestArrivalMinutes'],
} as const;

const withoutThem = wholeFile().map((line) =>
  Object.fromEntries(
    Object.entries(line).filter(
      ([field]) => !(fieldsOfALaterRelease[line.type] as readonly string[]).includes(field),
    ),
  ),
);

test('absent and null are equal: a file that spells optional fields out changes nothing', async () => {
  const defaults = {
    plan: { nameEs: null },
    customer: { language: 'en', dateOfBirth: null },
    account: {
      achEnabled: null,
      discounts: [],
      notificationPreference: null,
      businessName: null,
      monthlyPrice: null,
      autopay: null,
    },
    login: { nickname: null },
    paymentMethod: { isDefault: false, validTo: null },
    invoice: { paidOn: null },
    payment: { recurring: null, method: null },
    appointment: { techFirstName: null, shortestArrivalMinutes: null },
  };
  expect((await desk.importLines(withoutThem)).refusals).toEqual([]);
  const before = await desk.everything();
  const spelledOut = withoutThem.map((line) => ({
    ...line,
    ...defaults[line.type as keyof typeof defaults],
  }));
  expect((await desk.importLines(spelledOut)).refusals).toEqual([]);
  expect(await desk.everything()).toEqual(before);
});

test('a field that the format gained does not make an imported record look changed', async () => {
  await desk.importLines(withoutThem);
  for (const [type, fields] of Object.entries(fieldsOfALaterRelease))
    await desk.rows('update import_record set content = content - $2::text[] where record_type = $1', [
      type,
      fields,
    ]);
  await desk.rows("update import_record set content = content #- '{addresses,0,streetNrLast}'");
  const before = await desk.everything();
  const { refusals } = await desk.importLines(withoutThem);
  expect(refusals).toEqual([]);
  expect(await desk.everything()).toEqual(before);
});

test('a record under another hash is compared field by field: only its hash is stored again', async () => {
  const before = await desk.everything('import_record');
  const foreign = hash('sha256', 'of another release', 'buffer');
  await desk.rows('update import_record set content_hash = $1', [foreign]);
  await desk.rows('update import_record set content = jsonb_strip_nulls(content)');
  expect((await desk.importLines(wholeFile())).refusals).toEqual([]);
  expect(await desk.everything('import_record')).toEqual(before);
  expect(await desk.rows('select from import_record where content_hash = $1', [foreign])).toEqual([]);
  const again = await desk.everything();
  await desk.importLines(wholeFile());
  expect(await desk.everything()).toEqual(again);
});
