import type { Counts, CountsPoint } from '@myaccount/contract/metrics';
import { type KeyboardEvent, type PointerEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { type Chart, countOf } from './charts.ts';
import { formatCount, formatPoint, formatTick } from './formats.ts';
import classes from './Metrics.module.css';
import type { Stats } from './metrics.queries.ts';
import { type Plot, plotHeight, plotOf, stepOf } from './plot.rules.ts';
import type { Range } from './ranges.ts';

/**
 * A chart with its legend, which names every line and its sum; while a point is read, its values take the legend's
 * place, so that they cover nothing. The arrow keys walk its points; the values of a point show on focus and hover.
 */
export function EventChart({ chart, stats, range }: { chart: Chart; stats: Stats; range: Range }) {
  const { series } = stats;
  const { t, i18n } = useTranslation();
  const [readAt, setReadAt] = useState<string>();
  const [width, measure] = usePlotWidth();
  const plot = plotOf(chart, series, width);
  const read = series.findIndex(({ at }) => at === readAt);
  const point = series[read];
  const readPoint = (index: number) => setReadAt(series[index]?.at);

  function readByKey(event: KeyboardEvent): void {
    const targets: Readonly<Record<string, number>> = { ArrowLeft: read - 1, ArrowRight: read + 1 };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    readPoint(Math.min(Math.max(target, 0), series.length - 1));
  }

  function readByPointer({ currentTarget, clientX }: PointerEvent): void {
    const box = currentTarget.getBoundingClientRect();
    readPoint(plot.indexAt(((clientX - box.left) / box.width) * width));
  }

  return (
    <Section title={t(`metrics.chart.${chart.name}`)}>
      <div className={classes.values}>
        <div data-covered={point ? true : undefined}>
          <Legend title={t(`metrics.range.${range}`)} chart={chart} counts={stats} />
        </div>
        <div role="status">
          {point && (
            <Legend
              title={formatPoint(point.at, stepOf(series), i18n.language)}
              chart={chart}
              counts={point}
            />
          )}
        </div>
      </div>
      <div ref={measure} className={classes.plot}>
        <svg
          role="application"
          aria-label={t('metrics.chartHint', { chart: t(`metrics.chart.${chart.name}`) })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are read with the arrow keys
          tabIndex={0}
          viewBox={`0 0 ${width} ${plotHeight}`}
          onFocus={() => readPoint(Math.max(read, 0))}
          onBlur={() => setReadAt(undefined)}
          onKeyDown={readByKey}
          onPointerDown={readByPointer}
          onPointerMove={readByPointer}
          onPointerLeave={({ currentTarget }) =>
            currentTarget !== document.activeElement && setReadAt(undefined)
          }
        >
          <Axes plot={plot} series={series} />
          {point && <path stroke="var(--field-line)" d={`M${plot.xOf(read)} ${plot.top}V${plot.bottom}`} />}
          {chart.lines.map((line) => {
            const yOf = (point: CountsPoint) => plot.yOf(countOf(point, chart, line));
            return (
              <g key={line} data-line={line}>
                <polyline
                  points={series.map((point, index) => `${plot.xOf(index)},${yOf(point)}`).join(' ')}
                />
                {point && <circle className={classes.dot} cx={plot.xOf(read)} cy={yOf(point)} r={2} />}
              </g>
            );
          })}
        </svg>
      </div>
    </Section>
  );
}

/** The lines of a chart, each as it is drawn, with its name and its count in the time that the title names. */
function Legend({ title, chart, counts }: { title: string; chart: Chart; counts: Counts }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <p className={layout.small}>{title}</p>
      <ul className={classes.legend}>
        {chart.lines.map((line) => (
          <li key={line} data-line={line}>
            <svg aria-hidden="true" viewBox="0 0 32 8">
              <path d="M0 4h32" />
            </svg>
            <span>{t(`metrics.line.${line}`)}</span>{' '}
            <strong>{formatCount(countOf(counts, chart, line), i18n.language)}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

function Axes({ plot, series }: { plot: Plot; series: readonly CountsPoint[] }) {
  const { i18n } = useTranslation();
  const { left, right, bottom } = plot;
  return (
    <g fontSize={12}>
      {plot.countTicks.map((count) => (
        <g key={count}>
          <path
            stroke={count === 0 ? 'var(--field-line)' : 'var(--hairline)'}
            d={`M${left} ${plot.yOf(count)}H${right}`}
          />
          <text x={left - 8} y={plot.yOf(count) + 4} textAnchor="end">
            {count}
          </text>
        </g>
      ))}
      {series.map(
        ({ at }, index) =>
          plot.ticks.includes(at) && (
            <text key={at} x={plot.xOf(index)} y={bottom + 17} textAnchor="middle">
              {formatTick(at, stepOf(series), i18n.language)}
            </text>
          ),
      )}
    </g>
  );
}

/** Returns the width of a drawing in the units of its height, and the ref of the box that it fills. */
function usePlotWidth() {
  const [width, setWidth] = useState(0);
  const measure = useCallback((box: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth((entry.contentRect.width / entry.contentRect.height) * plotHeight);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [width, measure] as const;
}
