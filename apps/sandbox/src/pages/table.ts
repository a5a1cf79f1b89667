import { type Html, html, type Part } from './html.ts';

/** A column: its heading, what it shows of a row, and how. `labeled` cells repeat the heading on narrow screens. */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => Part,
  style?: 'short' | 'figure' | 'labeled',
];

/** Returns a table of rows. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], className = 'stack'): Html {
  const heads = columns.map(
    ([title, , style]) => html`<th${style === 'figure' ? html` class="figure"` : ''}>${title}</th>`,
  );
  const cells = (row: Row) =>
    columns.map(([title, cell, style]) => html`<td${attributeOf(title, style)}>${cell(row)}</td>\n`);
  return html`<table class="${className}"><thead><tr>${heads}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table>`;
}

/** Returns a table of items, or a text that says that there are none. */
export function listTable<Row>(items: string, rows: readonly Row[], columns: readonly Column<Row>[]): Html {
  return rows.length === 0 ? html`<p class="quiet">No ${items} yet.</p>` : table(rows, columns);
}

function attributeOf(title: string, style: Column<unknown>[2]): Html | undefined {
  if (style === 'labeled') return html` data-label="${title}"`;
  return style && html` class="${style}"`;
}
