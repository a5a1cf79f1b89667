import type { CountsPoint } from '@myaccount/contract/metrics';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList } from '../../ui/DataList.tsx';
import { Section } from '../../ui/Section.tsx';
import { type Chart, charts, countOf, isBusy, type LineName } from './charts.ts';
import { formatCount, formatPoint } from './formats.ts';
import classes from './Metrics.module.css';
import type { Stats } from './metrics.queries.ts';
import { stepOf } from './plot.rules.ts';

const lineNames: readonly LineName[] = ['success', 'failure', 'open', 'errors'];

/** Everything that the charts show, as tables: the sums, and beneath them each point in which anything happened. */
export function CountsTable({ stats }: { stats: Stats }) {
  const { t, i18n } = useTranslation();
  const show = (count: number) => formatCount(count, i18n.language);
  const columns: DataColumn<Chart>[] = [
    { key: 'what', isRowHeader: true, narrow: 'first', cell: ({ name }) => t(`metrics.chart.${name}`) },
    {
      key: 'total',
      align: 'end',
      narrow: 'end',
      // A form counts when it is opened and again when it ends: the sum of its counts is not a number of forms.
      cell: ({ name }) => (name === 'iframe' ? '—' : show(stats[name].total)),
    },
    ...lineNames.map(
      (line): DataColumn<Chart> => ({
        key: line,
        label: t(`metrics.line.${line}`),
        align: 'end',
        narrow: ({ lines }) => (lines.includes(line) ? 'second' : undefined),
        narrowPrefix: t(`metrics.line.${line}`),
        cell: (chart) => (chart.lines.includes(line) ? show(countOf(stats, chart, line)) : '—'),
      }),
    ),
  ];
  return (
    <Section title={t('metrics.table.title')}>
      <DataList
        caption={t('metrics.table.title')}
        texts="metrics.table"
        columns={columns}
        rows={charts}
        rowKey={({ name }) => name}
      />
      <details className={classes.details}>
        <summary>{t('metrics.table.points')}</summary>
        <PointsTable series={stats.series} />
      </details>
    </Section>
  );
}

/** The points in which anything was counted, the newest first. */
function PointsTable({ series }: { series: readonly CountsPoint[] }) {
  const { t, i18n } = useTranslation();
  const stepMs = stepOf(series);
  /** The counts of a point in words: “12 succeeded, 1 failed”. */
  const inWords = (point: CountsPoint, chart: Chart) =>
    chart.lines
      .map((line) => ({ line, count: countOf(point, chart, line) }))
      .filter(({ count }) => count > 0)
      .map(({ line, count }) => t(`metrics.counted.${line}`, { count }))
      .join(', ');
  const columns: DataColumn<CountsPoint>[] = [
    {
      key: 'when',
      isRowHeader: true,
      narrow: 'first',
      cell: ({ at }) => <time dateTime={at}>{formatPoint(at, stepMs, i18n.language)}</time>,
    },
    ...charts.map(
      (chart): DataColumn<CountsPoint> => ({
        key: chart.name,
        label: t(`metrics.chart.${chart.name}`),
        narrow: (point) => (point[chart.name].total > 0 ? 'second' : undefined),
        narrowPrefix: `${t(`metrics.chart.${chart.name}`)}:`,
        cell: (point) => inWords(point, chart) || '—',
      }),
    ),
  ];
  return (
    <DataList
      caption={t('metrics.table.points')}
      texts="metrics.table"
      columns={columns}
      rows={series.filter(isBusy).reverse()}
      rowKey={({ at }) => at}
    />
  );
}
