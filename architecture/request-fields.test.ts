import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { listSources, root } from './source-files.ts';

// Servers of two releases answer pages of two releases while a release is rolled out. So a server accepts a new optional
// field one release before a page sends it (docs/decisions/03-contract.md). The file has the fields of the release
// before. `RECORD_RELEASE=1 vitest run architecture/request-fields` writes it, once, after a release.

const file = join(import.meta.dirname, 'request-fields.release.json');

/** Paths of the fields of each call: `body.consent.language`. */
interface RequestFields {
  readonly accepted: readonly string[];
  readonly required: readonly string[];
}
type Release = Readonly<Record<string, RequestFields>>;

function fieldsOf(
  schema: z.core.JSONSchema.BaseSchema,
  path: string,
): { path: string; isRequired: boolean }[] {
  const parts = [schema, ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => list ?? [])];
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, inner]) => {
      const field = { path: `${path}.${name}`, isRequired: required.includes(name) };
      return [field, ...(typeof inner === 'object' ? fieldsOf(inner, field.path) : [])];
    }),
  );
}

function readContract(): Release {
  const entries = contract.map(({ method, path, query, body }) => {
    const fields = Object.entries({ query, body }).flatMap(([part, schema]) =>
      schema ? fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), part) : [],
    );
    const accepted = [...new Set(fields.map((field) => field.path))].sort();
    const required = [
      ...new Set(fields.filter((field) => field.isRequired).map((field) => field.path)),
    ].sort();
    return [`${method} ${path}`, { accepted, required }] as const;
  });
  return Object.fromEntries(entries.sort());
}

/** Returns the fields of a call that are not in the list. */
function beyond(fields: readonly string[], list: readonly string[] | undefined): string[] {
  return fields.filter((field) => !list?.includes(field));
}

/** Returns calls of pages with a field that the release before does not accept. */
function sentTooEarly(
  before: Release,
  now: Release,
  sources: readonly { path: string; text: string }[],
): string[] {
  return Object.entries(before).flatMap(([call, { accepted }]) => {
    const added = beyond(now[call]?.accepted ?? [], accepted);
    const callers = sources.filter(({ text }) => text.includes(`'${call}'`));
    return added.flatMap((field) => {
      const word = new RegExp(`\\b${field.split('.').at(-1)}\\b`);
      return callers.filter(({ text }) => word.test(text)).map((caller) => `${caller.path}: ${field}`);
    });
  });
}

if (process.env.RECORD_RELEASE || !existsSync(file)) {
  writeFileSync(file, `${JSON.stringify(readContract(), undefined, 2)}\n`);
}
const before = JSON.parse(readFileSync(file, 'utf8')) as Release;
const now = readContract();
const sources = listSources('apps/web/src').map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

describe('[FIELDS-1] while a release is rolled out', () => {
  test.each(Object.keys(before))('%s accepts what pages of the release before send', (call) => {
    expect(beyond(before[call]?.accepted ?? [], now[call]?.accepted)).toEqual([]);
    expect(beyond(now[call]?.required ?? [], before[call]?.required)).toEqual([]);
  });

  test('pages send only fields that servers of the release before accept', () => {
    expect(sentTooEarly(before, now, sources)).toEqual([]);
  });

  test('a page that sends a new field too early is found', () => {
    const call = 'POST /payments/make-payment';
    const added = { ...now[call], accepted: [...(now[call]?.accepted ?? []), 'body.tip'] } as RequestFields;
    // As the formatter breaks a long call.
    const early = [
      {
        path: 'Tip.tsx',
        text: "call<typeof makePayment>(\n  'POST /payments/make-payment',\n  { body: { tip } })",
      },
    ];
    expect(sentTooEarly(before, { ...now, [call]: added }, early)).toEqual(['Tip.tsx: body.tip']);
    expect(sentTooEarly(before, { ...now, [call]: added }, sources)).toEqual([]);
  });

  test('flat bodies refuse unknown fields', () => {
    const flat = contract.filter(({ body }) => body && !isFullObject(body));
    for (const { path, body } of flat) {
      const parsed = body?.safeParse({ unknownField: 1 });
      expect(JSON.stringify(parsed?.error?.issues), path).toContain('unrecognized_keys');
    }
  });
});

/** The source's own full objects ignore fields that this portal does not use. */
const fullObjectCalls = ['/payments/make-payment', '/customer/account/info'];

function isFullObject(body: z.ZodType): boolean {
  return contract.some((endpoint) => endpoint.body === body && fullObjectCalls.includes(endpoint.path));
}
