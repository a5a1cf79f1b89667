import { formatCents } from '@myaccount/contract/money';
import { formatReference } from '@myaccount/contract/payment-reference';
import type { RawBuilder } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

/** Returns text that is safe on a terminal: control characters become spaces. */
export function plainText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** Values by the names of their columns. */
export type ColumnValues = Readonly<Record<string, unknown>>;

/** Returns the rows of a query. */
export async function listRows(db: Database, query: RawBuilder<unknown>): Promise<ColumnValues[]> {
  return (await query.execute(db)).rows as ColumnValues[];
}

const columnName = /\{(\w+)\}/g;

/**
 * Returns a template with the values of a row: `open {open_cents}` becomes `open $84.99`. Of alternatives, parted by “|”, it
 * takes the first without a null; if there is none, the text is empty.
 */
export function textLine(template: string, row: ColumnValues): string {
  const isComplete = (words: string) =>
    [...words.matchAll(columnName)].every(([, name = '']) => row[name] !== null);
  const words = template.split('|').find(isComplete) ?? '';
  return words.replace(columnName, (_, name: string) => plainText(textOf(name, row[name])));
}

function textOf(name: string, value: unknown): string {
  if (value === undefined) throw new Error(`There is no column ${name}`);
  if (value instanceof Date) return value.toISOString();
  if (name.endsWith('_cents')) return formatCents(Number(value));
  if (name === 'payment_reference') return formatReference(String(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Returns a heading with a line for each row, in aligned columns, without empty ones. The template of a line has two spaces
 * between its cells.
 */
export function textSection(title: string, template: string, rows: readonly ColumnValues[]): string {
  if (rows.length === 0) return `${title}: none`;
  const cells = template.split('  ');
  const texts = rows.map((row) => cells.map((cell) => textLine(cell, row)));
  const widths = cells.map((_, index) => Math.max(...texts.map((text) => text[index]?.length ?? 0)));
  const lines = texts.map((text) =>
    text
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .filter((cell) => cell !== '')
      .join('  ')
      .trimEnd(),
  );
  return [title, ...lines.map((line) => `  ${line}`)].join('\n');
}
