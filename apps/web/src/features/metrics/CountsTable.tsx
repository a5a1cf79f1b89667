import type { Counts, CountsPoint } from '@myaccount/contract/metrics';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList } from '../../ui/DataList.tsx';
import { Section } from '../../ui/Section.tsx';
import { busyPoints, type ChartName, charts, countOf, type LineName } from './charts.ts';
import classes from './Metrics.module.css';
import { formatPoint, stepOf } from './moments.ts';
import { formatCount } from './number.ts';

interface CountsTableProps {
  readonly counts: Counts;
  readonly series: readonly CountsPoint[];
}

/** Everything that the charts show, as tables: the sums, and beneath them each point in which anything happened. */
export function CountsTable({ counts, series }: CountsTableProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('metrics.table.title')}>
      <SumsTable counts={counts} />
      <details className={classes.details}>
        <summary>{t('metrics.table.points')}</summary>
        <PointsTable series={series} />
      </details>
    </Section>
  );
}

type Sum = (typeof charts)[number];
const lineNames: readonly LineName[] = ['success', 'failure', 'open', 'errors'];

function SumsTable({ counts }: { counts: Counts }) {
  const { t, i18n } = useTranslation();
  const columns: DataColumn<Sum>[] = [
    {
      key: 'what',
      label: t('metrics.table.what'),
      isRowHeader: true,
      narrow: 'first',
      cell: ({ name }) => t(`metrics.chart.${name}`),
    },
    {
      key: 'total',
      label: t('metrics.table.total'),
      align: 'end',
      narrow: 'end',
      cell: ({ name }) => totalOf(counts, name, i18n.language),
    },
    ...lineNames.map(
      (line): DataColumn<Sum> => ({
        key: line,
        label: t(`metrics.line.${line}`),
        align: 'end',
        narrow: ({ lines }) => (lines.includes(line) ? 'second' : undefined),
        narrowPrefix: t(`metrics.line.${line}`),
        cell: ({ name, lines }) =>
          lines.includes(line) ? formatCount(countOf(counts, name, line), i18n.language) : '—',
      }),
    ),
  ];
  return (
    <DataList
      caption={t('metrics.table.title')}
      columns={columns}
      rows={charts}
      rowKey={({ name }) => name}
    />
  );
}

/** A form counts when it is opened and again when it ends, so the sum of its counts is not a number of forms. */
const totalOf = (counts: Counts, name: ChartName, language: string) =>
  name === 'iframe' ? '—' : formatCount(counts[name].total, language);

function PointsTable({ series }: { series: readonly CountsPoint[] }) {
  const { t, i18n } = useTranslation();
  const stepMs = stepOf(series);
  const columns: DataColumn<CountsPoint>[] = [
    {
      key: 'when',
      label: t('metrics.table.when'),
      isRowHeader: true,
      narrow: 'first',
      cell: ({ at }) => <time dateTime={at}>{formatPoint(at, stepMs, i18n.language)}</time>,
    },
    ...charts.map(
      ({ name, lines }): DataColumn<CountsPoint> => ({
        key: name,
        label: t(`metrics.chart.${name}`),
        narrow: (point) => (point[name].total > 0 ? 'second' : undefined),
        narrowPrefix: `${t(`metrics.chart.${name}`)}:`,
        cell: (point) => <PointCounts point={point} name={name} lines={lines} />,
      }),
    ),
  ];
  return (
    <DataList
      caption={t('metrics.table.points')}
      columns={columns}
      rows={busyPoints(series)}
      rowKey={({ at }) => at}
    />
  );
}

interface PointCountsProps {
  readonly point: CountsPoint;
  readonly name: ChartName;
  readonly lines: readonly LineName[];
}

/** The counts of a point in words: “12 succeeded, 1 failed”. */
function PointCounts({ point, name, lines }: PointCountsProps) {
  const { t } = useTranslation();
  const counted = lines.filter((line) => countOf(point, name, line) > 0);
  if (counted.length === 0) return '—';
  return counted
    .map((line) => t(`metrics.counted.${line}`, { count: countOf(point, name, line) }))
    .join(', ');
}
