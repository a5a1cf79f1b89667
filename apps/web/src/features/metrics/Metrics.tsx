import type { Counts, CountsPoint } from '@myaccount/contract/metrics';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { type DataColumn, DataList } from '../../ui/DataList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { formatDuration } from '../../ui/time.ts';
import { type Chart, charts, countOf, isBusy, lineNames } from './charts.ts';
import { EventChart } from './EventChart.tsx';
import { formatCount, formatPoint, formatReading, formatShare } from './formats.ts';
import classes from './Metrics.module.css';
import { type Stats, statsBeforeQuery, statsQuery } from './metrics.queries.ts';
import { stepOf } from './plot.rules.ts';
import type { Range } from './ranges.ts';

/** What was counted in a range: key figures, charts, and the same as a table (METRICS-1). */
export function Metrics({ range }: { range: Range }) {
  const { t } = useTranslation();
  const stats = useQuery(statsQuery(range));
  return (
    <Loaded query={stats} failed={t('metrics.failed')}>
      {(data) => (
        <div className={classes.board}>
          <LastUpdate at={data.at} hasFailed={stats.error !== null} />
          <KeyFigures counts={data} range={range} />
          {isBusy(data) ? (
            <>
              <div className={classes.charts}>
                {charts.map((chart) => (
                  <EventChart key={chart.name} chart={chart} stats={data} range={range} />
                ))}
              </div>
              <CountsTable stats={data} />
            </>
          ) : (
            <Section title={t('metrics.charts')} isTitleHidden>
              <EmptyState text={t('metrics.empty')} hint={t('metrics.emptyHint')} />
            </Section>
          )}
        </div>
      )}
    </Loaded>
  );
}

/** Says when the figures were read. Only a failure to read them again is announced, not every reading. */
function LastUpdate({ at, hasFailed }: { at: Date; hasFailed: boolean }) {
  const { t, i18n } = useTranslation();
  const values = {
    time: formatReading(at, i18n.language),
    pause: formatDuration(config.limits.metricsSeconds, i18n.language),
  };
  return (
    <div className={layout.small}>
      {!hasFailed && <p>{t('metrics.updated', values)}</p>}
      <p role="status" className={layout.error} data-failed={hasFailed || undefined}>
        {hasFailed && t('metrics.notUpdated', values)}
      </p>
    </div>
  );
}

/** The figures on top of the page, in display order. */
const figures: readonly { readonly name: string; readonly of: (counts: Counts) => number }[] = [
  { name: 'signIns', of: ({ login }) => login.success },
  { name: 'payments', of: ({ payment }) => payment.success },
  { name: 'forms', of: ({ iframe }) => iframe.open },
  {
    name: 'failures',
    of: ({ login, payment, iframe }) => login.failure + payment.failure + iframe.failure + iframe.errors,
  },
];

/** Four figures, each with its change against the range before, if that is known. */
function KeyFigures({ counts, range }: { counts: Counts; range: Range }) {
  const { t, i18n } = useTranslation();
  const titleId = useId();
  const { data: before } = useQuery(statsBeforeQuery(range));
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={layout.hidden}>
        {t('metrics.figures')}
      </h2>
      <dl className={classes.figures}>
        {figures.map(({ name, of }) => (
          <div key={name} className={classes.figure}>
            <dt className={layout.small}>{t(`metrics.figure.${name}`)}</dt>
            <dd>
              <strong>{formatCount(of(counts), i18n.language)}</strong>
              <p className={layout.small}>
                {before && <Change now={of(counts)} before={of(before)} range={range} />}
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** How a figure differs from the range before, in words; nothing where both are 0. */
function Change({ now, before, range }: { now: number; before: number; range: Range }) {
  const { t, i18n } = useTranslation();
  if (now === 0 && before === 0) return null;
  const period = t(`metrics.before.${range}`);
  if (now === before) return <span>{t('metrics.change.same', { period })}</span>;
  if (before === 0) return <span>{t('metrics.change.fromNone', { period })}</span>;
  const percent = formatShare(Math.abs(now - before) / before, i18n.language);
  return <span>{t(`metrics.change.${now > before ? 'more' : 'fewer'}`, { percent, period })}</span>;
}

/** Everything that the charts show, as tables: the sums, and beneath them each point in which anything happened. */
function CountsTable({ stats }: { stats: Stats }) {
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
