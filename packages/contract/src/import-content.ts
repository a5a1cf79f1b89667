import { z } from 'zod';
import { type ImportType, importRecords } from './import.ts';

/** How the fields of a record, or of an entry in it, look when a file leaves them out. */
interface Shape {
  readonly key: string;
  /** The value of a field that is left out, as JSON; undefined when it must be given. */
  readonly whenAbsent: string | undefined;
  /** The fields of an object, or of the entries of a list. */
  readonly fields: readonly Shape[] | null;
}

type Fields = Readonly<Record<string, unknown>>;

const shapes = new Map(
  Object.entries(importRecords).map(([type, schema]) => [type, shapesOf(schema.shape)] as const),
);

/**
 * Returns a record without the fields that say what leaving them out says: null, and defaults. Two records that mean the
 * same are the same JSON, also when the format has gained an optional field in between.
 */
export function compactImport(type: ImportType, record: object): Fields {
  return compactFields(record as Fields, shapes.get(type) ?? []);
}

function compactFields(value: Fields, fields: readonly Shape[]): Fields {
  const compact: Record<string, unknown> = {};
  for (const { key, whenAbsent, fields: inner } of fields) {
    const field = value[key];
    if (field === null || field === undefined) continue;
    const content = inner ? compactValue(field, inner) : field;
    if (whenAbsent === undefined || JSON.stringify(content) !== whenAbsent) compact[key] = content;
  }
  return compact;
}

function compactValue(value: unknown, fields: readonly Shape[]): unknown {
  return Array.isArray(value)
    ? value.map((entry) => compactFields(entry, fields))
    : compactFields(value as Fields, fields);
}

function shapesOf(shape: Readonly<Record<string, z.core.$ZodType>>): Shape[] {
  return Object.entries(shape).map(([key, schema]) => {
    const absent = z.safeParse(schema, undefined);
    const inner = unwrapped(schema);
    return {
      key,
      whenAbsent: absent.success ? JSON.stringify(absent.data) : undefined,
      fields: inner instanceof z.ZodObject ? shapesOf(inner.shape) : null,
    };
  });
}

/** The schema of a field without its default, or of the entries of a list. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) return unwrapped(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  if (schema instanceof z.ZodArray) return unwrapped(schema.element);
  return schema;
}
