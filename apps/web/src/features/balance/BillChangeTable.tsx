import type { BillChange } from '@myaccount/contract/invoices';
import { centsOf, formatCents, formatChange } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList } from '../../ui/DataList.tsx';

interface BillChangeTableProps {
  readonly change: BillChange;
  readonly isEarlier?: boolean;
  readonly nameOf: (cause: BillChange['causes'][number]) => string;
}

/** Every cause of a change, and what stays the same, adding up to the charges of both bills (STATEMENT-4). */
export function BillChangeTable({ change, isEarlier = false, nameOf }: BillChangeTableProps) {
  const { t } = useTranslation();
  const text = (key: string) => t(`balance.change.table.${key}`);
  const rowOf = (name: string, { before = 0, amount }: Pick<BillChange, 'before' | 'amount'>) => {
    return { name, before: centsOf(before), now: centsOf(before) + centsOf(amount) };
  };
  type Row = ReturnType<typeof rowOf>;
  const changed = change.causes.map((cause) => {
    const name = nameOf(cause).replace(/^./u, (first) => first.toUpperCase());
    return rowOf(cause.words ? `${name}: ${cause.words}` : name, cause);
  });
  const total = rowOf(text('total'), change);
  const sameCents = changed.reduce((left, { before }) => left - before, total.before);
  const same = rowOf(text('same'), { before: sameCents / 100, amount: 0 });
  const sums = (['before', 'now'] as const).map((key): DataColumn<Row> => {
    const label = text(isEarlier ? `${key}Earlier` : key);
    const cell = (row: Row) => <span>{formatCents(row[key])}</span>;
    return { key, label, align: 'end', narrow: 'second', narrowPrefix: label, cell };
  });
  const differenceOf = ({ before, now }: Row) => <span>{formatChange(now - before)}</span>;
  return (
    <DataList
      caption={t('balance.change.every')}
      texts="balance.change.table"
      columns={[
        { key: 'cause', isRowHeader: true, narrow: 'first', cell: ({ name }) => <bdi>{name}</bdi> },
        ...sums,
        { key: 'difference', align: 'end', narrow: 'end', cell: differenceOf },
      ]}
      rows={[...changed, ...(sameCents === 0 ? [] : [same]), total]}
      rowKey={({ name }) => name}
    />
  );
}
