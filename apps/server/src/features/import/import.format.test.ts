import { readFileSync } from 'node:fs';
import { type ImportType, importRecords } from '@myaccount/contract/import';
import { invoiceKinds } from '@myaccount/contract/invoices';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { forFile } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const docs = new URL('../../../../../docs/', import.meta.url);
const format = readFileSync(new URL('import-format.md', docs), 'utf8');
const example = readFileSync(new URL('import-example.jsonl', docs), 'utf8');
const types = Object.keys(importRecords) as ImportType[];

const desk = forFile(() => startTestImport());

/** Names of a record's fields as the document writes them: `addresses[].city`. */
function namesOf(schema: z.core.$ZodType, name: string): string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return namesOf(schema.unwrap(), name);
  if (schema instanceof z.ZodPipe) return namesOf(schema.in, name);
  if (schema instanceof z.ZodArray) return [name, ...namesOf(schema.element, `${name}[]`).slice(1)];
  const prefix = name === '' ? '' : `${name}.`;
  const inner = schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
  return [name, ...inner.flatMap(([field, entry]) => namesOf(entry, `${prefix}${field}`))];
}

/** The sections of the document that describe records, by type, with the fields in their tables. */
const sections = new Map(
  format
    .split(/^## `/m)
    .slice(1)
    .map((section) => [
      section.slice(0, section.indexOf('`')),
      [...section.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = '', value = '']) => ({
        name,
        value,
      })),
    ]),
);

describe('docs/import-format.md', () => {
  test('has a section for every type of record and for no other', () => {
    expect([...sections.keys()].toSorted()).toEqual(types.toSorted());
  });

  test.each(types)('names every field of %s and no other', (type) => {
    const [, ...names] = namesOf(importRecords[type], '');
    expect(
      sections
        .get(type)
        ?.map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted());
  });

  test.each(types)('says which fields of %s may be left out', (type) => {
    const optional = Object.entries(importRecords[type].shape)
      .filter(([, schema]) => z.safeParse(schema, undefined).success)
      .map(([name]) => name);
    // Which of these is required depends on another field.
    const conditional = [
      ...['businessName', 'methodExternalId', 'method'],
      ...['reason', 'dueOn', 'periodStart', 'periodEnd', 'previousBalance'],
    ];
    const marked = (sections.get(type) ?? [])
      .filter(
        ({ name, value }) =>
          !/[.[]/.test(name) && (value.startsWith('Optional') || conditional.includes(name)),
      )
      .map(({ name }) => name);
    expect(
      marked.filter((name) => optional.includes(name) || !conditional.includes(name)).toSorted(),
    ).toEqual(optional.toSorted());
  });
});

test('docs/import-example.jsonl has every type of record and every kind of invoice, and imports without a refusal', async () => {
  const records = example
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: ImportType });
  expect([...new Set(records.map(({ type }) => type))].toSorted()).toEqual(types.toSorted());
  const kinds = records.map((record) => ('kind' in record ? record.kind : 'cycle'));
  expect(kinds).toEqual(expect.arrayContaining([...invoiceKinds]));
  expect((await desk.importLines(example)).refusals).toEqual([]);
  expect(await desk.failedChecks()).toEqual([]);
  expect(
    await desk.rows('select invoice_number as number, open_cents as open from invoice order by 1'),
  ).toEqual([
    { number: 'ADJ-1', open: 1500 },
    { number: 'CR-1', open: 0 },
    { number: 'INV-1', open: 0 },
    { number: 'INV-2', open: 3968 },
    { number: 'MAN-1', open: 0 },
    { number: 'MAN-2', open: 2000 },
  ]);
  expect(await desk.rows('select amount_cents, open_cents from opening_balance')).toEqual([
    { amount_cents: 2000, open_cents: 0 },
  ]);
});
