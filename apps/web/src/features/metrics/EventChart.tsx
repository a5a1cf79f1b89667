import type { Counts, CountsPoint } from '@myaccount/contract/metrics';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { ChartName, LineName } from './charts.ts';
import { Legend } from './Legend.tsx';
import classes from './Metrics.module.css';
import { formatPoint, stepOf } from './moments.ts';
import type { Range } from './ranges.ts';

const EventLines = lazy(async () => ({ default: (await import('./EventLines.tsx')).EventLines }));

interface EventChartProps {
  readonly chart: { readonly name: ChartName; readonly lines: readonly LineName[] };
  readonly counts: Counts;
  readonly series: readonly CountsPoint[];
  readonly range: Range;
}

/**
 * A chart with its legend, which names every line and its sum; while a point is read, its values stand in the legend's
 * place, so that they cover nothing. The charts' library loads here.
 */
export function EventChart({ chart: { name, lines }, counts, series, range }: EventChartProps) {
  const { t, i18n } = useTranslation();
  const [readAt, setReadAt] = useState<string>();
  const point = series.find(({ at }) => at === readAt);
  return (
    <Section title={t(`metrics.chart.${name}`)}>
      <div className={classes.values}>
        <div data-covered={point ? true : undefined}>
          <Legend title={t(`metrics.range.${range}`)} name={name} lines={lines} counts={counts} />
        </div>
        <div role="status">
          {point && (
            <Legend
              title={formatPoint(point.at, stepOf(series), i18n.language)}
              name={name}
              lines={lines}
              counts={point}
            />
          )}
        </div>
      </div>
      <div className={classes.plot}>
        <Suspense fallback={<Skeleton />}>
          <EventLines name={name} lines={lines} series={series} onRead={setReadAt} />
        </Suspense>
      </div>
    </Section>
  );
}
