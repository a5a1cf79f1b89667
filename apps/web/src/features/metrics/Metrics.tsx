import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CountsTable } from './CountsTable.tsx';
import { charts } from './charts.ts';
import { EventChart } from './EventChart.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { LastUpdate } from './LastUpdate.tsx';
import classes from './Metrics.module.css';
import { useStats, useStatsBefore } from './metrics.queries.ts';
import type { Range } from './ranges.ts';

/** What was counted in a range: key figures, charts, and the same as a table (METRICS-1). */
export function Metrics({ range }: { range: Range }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useStats(range);
  const { data: before, isPending: isBeforePending } = useStatsBefore(range);
  if (error && !data) {
    return <ProblemState text={t('metrics.failed')} error={error} onRetry={() => void refetch()} />;
  }
  if (!data || isBeforePending) return <Skeleton />;
  const isEmpty = data.login.total + data.payment.total + data.iframe.total === 0;
  return (
    <div className={classes.board}>
      <LastUpdate at={data.at} hasFailed={error !== null} />
      <KeyFigures counts={data} before={before ?? null} range={range} />
      {isEmpty ? (
        <Section title={t('metrics.charts')} isTitleHidden>
          <EmptyState text={t('metrics.empty')} hint={t('metrics.emptyHint')} />
        </Section>
      ) : (
        <>
          <div className={classes.charts}>
            {charts.map((chart) => (
              <EventChart key={chart.name} chart={chart} counts={data} series={data.series} range={range} />
            ))}
          </div>
          <CountsTable counts={data} series={data.series} />
        </>
      )}
    </div>
  );
}
