import type { CountsPoint } from '@myaccount/contract/metrics';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { type ChartName, countOf, type LineName, lineDashes } from './charts.ts';
import classes from './Metrics.module.css';
import { formatTick, stepOf } from './moments.ts';
import { PointLine, ReadPoint } from './ReadPoint.tsx';
import { ticksOf } from './ticks.ts';

interface EventLinesProps {
  readonly name: ChartName;
  readonly lines: readonly LineName[];
  readonly series: readonly CountsPoint[];
  /** Hears which point is read; undefined when none is. */
  readonly onRead: (at: string | undefined) => void;
}

const rootFontPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** The lines of a chart. The arrow keys walk its points; the values of a point show on focus and hover. */
export const EventLines = memo(function EventLines({ name, lines, series, onRead }: EventLinesProps) {
  const { t, i18n } = useTranslation();
  const [{ widthPx, remPx }, setSize] = useState({ widthPx: 0, remPx: rootFontPx() });
  const stepMs = stepOf(series);
  return (
    <ResponsiveContainer
      width="100%"
      height="100%"
      onResize={(width) => setSize({ widthPx: width, remPx: rootFontPx() })}
    >
      <LineChart
        data={series}
        margin={{ top: 0.5 * remPx, right: 1.75 * remPx, bottom: 0, left: 0.25 * remPx }}
        title={t('metrics.chartHint', { chart: t(`metrics.chart.${name}`) })}
      >
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis
          dataKey="at"
          tickFormatter={(at: string) => formatTick(at, stepMs, i18n.language)}
          ticks={ticksOf(series, widthPx / remPx)}
          interval={0}
          tickLine={false}
          height={1.875 * remPx}
          stroke="var(--field-line)"
        />
        <YAxis allowDecimals={false} width="auto" axisLine={false} tickLine={false} />
        <Tooltip isAnimationActive={false} cursor={<PointLine />} content={() => null} />
        <ReadPoint onRead={onRead} />
        {lines.map((line) => (
          <Line
            key={line}
            type="linear"
            dataKey={(point: CountsPoint) => countOf(point, name, line)}
            className={classes.line}
            data-line={line}
            strokeDasharray={lineDashes[line]}
            stroke={`var(--line-${line})`}
            strokeWidth={2}
            dot={false}
            activeDot={{ r: 4, fill: `var(--line-${line})` }}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
});
