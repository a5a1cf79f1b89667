import { plainText } from './plain-text.ts';

/** A row of a section; null leaves its cell empty. */
export type SectionRow = readonly (string | number | null)[];

/** Returns a heading with its rows in aligned columns, without empty columns. */
export function textSection(title: string, rows: readonly SectionRow[]): string {
  if (rows.length === 0) return `${title}: none`;
  const texts = rows.map((row) => row.map((cell) => plainText(String(cell ?? ''))));
  const widths = (texts[0] ?? []).map((_, index) => Math.max(...texts.map((row) => row[index]?.length ?? 0)));
  const lines = texts.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .filter((cell) => cell !== '')
      .join('  ')
      .trimEnd(),
  );
  return [title, ...lines.map((line) => `  ${line}`)].join('\n');
}
