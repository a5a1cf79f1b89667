// biome-ignore-all lint/a11y/noRedundantRoles: a table drawn as cards would lose its roles in some browsers
import { type ReactNode, useId } from 'react';
import classes from './DataList.module.css';

export interface DataColumn<Row> {
  readonly key: string;
  readonly label: string;
  /** `end` for figures and dates. */
  readonly align?: 'start' | 'end';
  /** True for the column that names the row: its header cell, and the head of its card on a phone. */
  readonly isRowHeader?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface DataListProps<Row> {
  /** What the list holds, for screen readers. */
  readonly caption: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Content beneath an open row; undefined when the row is closed. */
  readonly detail?: (row: Row) => ReactNode | undefined;
}

/** Rows as a table from 48em, as cards below; one markup, so that a screen reader always finds a table. */
export function DataList<Row>({ caption, columns, rows, rowKey, detail }: DataListProps<Row>) {
  const captionId = useId();
  return (
    <table role="table" className={classes.table} aria-labelledby={captionId}>
      <caption id={captionId} className={classes.caption}>
        {caption}
      </caption>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} role="columnheader" scope="col" data-align={column.align}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <DataRow key={rowKey(row)} row={row} columns={columns} detail={detail?.(row)} />
        ))}
      </tbody>
    </table>
  );
}

interface DataRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly DataColumn<Row>[];
  readonly detail: ReactNode | undefined;
}

function DataRow<Row>({ row, columns, detail }: DataRowProps<Row>) {
  return (
    <>
      <tr role="row" className={classes.row} data-open={detail ? true : undefined}>
        {columns.map(({ key, label, align, isRowHeader, cell }) =>
          isRowHeader ? (
            <th key={key} role="rowheader" scope="row" data-align={align}>
              {cell(row)}
            </th>
          ) : (
            <td key={key} role="cell" data-align={align}>
              <span className={classes.label} aria-hidden="true">
                {label}
              </span>
              {cell(row)}
            </td>
          ),
        )}
      </tr>
      {detail && (
        <tr role="row" className={classes.detail}>
          <td role="cell" colSpan={columns.length}>
            {detail}
          </td>
        </tr>
      )}
    </>
  );
}
