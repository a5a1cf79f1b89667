// biome-ignore-all lint/a11y/noRedundantRoles: a table drawn as rows of two lines would lose its roles in some browsers
import { Fragment, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DataList.module.css';
import { ChevronRightIcon, DownloadIcon } from './icons.tsx';
import layout from './layout.module.css';

/** The place of a cell in a row of two lines: `first`, `middle` … `end` above, `lead` and `second` below. */
export type NarrowPlace = 'first' | 'middle' | 'end' | 'lead' | 'second';

export interface DataColumn<Row> {
  readonly key: string;
  /** Instead of the text of the list that its key names. */
  readonly label?: string;
  /** `end` for figures. */
  readonly align?: 'start' | 'end';
  /** True for the column that names the row: its header cell. */
  readonly isRowHeader?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Its place where the list is narrow. A cell without one is there for screen readers only. */
  readonly narrow?: NarrowPlace | ((row: Row) => NarrowPlace | undefined);
  /** Word in front of the cell where the list is narrow and has no column headers: “Due”. */
  readonly narrowPrefix?: string | ((row: Row) => string | undefined);
}

export interface DataListProps<Row> {
  /** What the list holds, for screen readers. */
  readonly caption: string;
  /** Where its texts are: the headers of its columns, by their keys. */
  readonly texts: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /**
   * The one control of a row, in the last column: a link or a button with {@link rowAction} as its class and
   * {@link RowActionText} inside. Where the list is narrow it covers the whole row.
   */
  readonly action?: { readonly label: string; readonly cell: (row: Row) => ReactNode };
  /** Content beneath an open row; undefined when the row is closed. */
  readonly detail?: (row: Row) => ReactNode | undefined;
}

/** Class of the link or button of a row. */
export const rowAction = classes.action ?? '';

interface RowActionTextProps {
  /** True for a button that saves a file: it leads nowhere. */
  readonly isDownload?: boolean;
  readonly children: string;
}

/** What the link or button of a row shows: words in a table, a chevron or an arrow in a row of two lines. */
export function RowActionText({ isDownload = false, children }: RowActionTextProps) {
  return (
    <>
      <span className={classes.actionText}>{children}</span>
      {isDownload ? <DownloadIcon size={20} /> : <ChevronRightIcon size={20} />}
    </>
  );
}

/** Rows as a table where it fits, else as two lines each; one markup, so that screen readers always find the whole table. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { caption, texts, columns, rows, rowKey, action, detail } = props;
  const { t } = useTranslation();
  const captionId = useId();
  return (
    <div className={classes.list}>
      <table role="table" className={classes.table} aria-labelledby={captionId}>
        <caption id={captionId} className={layout.hidden}>
          {caption}
        </caption>
        <thead role="rowgroup" className={classes.head}>
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col" data-align={column.align}>
                {column.label ?? t(`${texts}.${column.key}`)}
              </th>
            ))}
            {action && (
              <th role="columnheader" scope="col" className={classes.actionCell} data-screen>
                <span className={layout.hidden}>{action.label}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">{rows.map(tableRow)}</tbody>
      </table>
    </div>
  );

  function tableRow(row: Row) {
    const rowDetail = detail?.(row);
    return (
      <Fragment key={rowKey(row)}>
        <tr role="row" className={classes.row}>
          {columns.map((column) => (
            <DataCell key={column.key} row={row} column={column} />
          ))}
          {action && (
            <td role="cell" className={classes.actionCell} data-screen>
              {action.cell(row)}
            </td>
          )}
        </tr>
        {rowDetail && (
          <tr role="row" className={classes.detail}>
            <td role="cell" colSpan={columns.length + (action ? 1 : 0)}>
              {rowDetail}
            </td>
          </tr>
        )}
      </Fragment>
    );
  }
}

function DataCell<Row>({ row, column }: { row: Row; column: DataColumn<Row> }) {
  const { align, isRowHeader, narrow, narrowPrefix, cell } = column;
  const place = typeof narrow === 'function' ? narrow(row) : narrow;
  const prefix = typeof narrowPrefix === 'function' ? narrowPrefix(row) : narrowPrefix;
  const Cell = isRowHeader ? 'th' : 'td';
  return (
    <Cell
      role={isRowHeader ? 'rowheader' : 'cell'}
      scope={isRowHeader ? 'row' : undefined}
      data-align={align}
      data-narrow={place}
    >
      {prefix && (
        <span className={classes.prefix} aria-hidden="true">
          {`${prefix} `}
        </span>
      )}
      <span>{cell(row)}</span>
    </Cell>
  );
}
