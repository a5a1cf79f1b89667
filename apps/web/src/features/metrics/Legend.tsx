import type { Counts } from '@myaccount/contract/metrics';
import { useTranslation } from 'react-i18next';
import { type ChartName, countOf, type LineName, lineDashes } from './charts.ts';
import classes from './Metrics.module.css';
import { formatCount } from './number.ts';

interface LegendProps {
  /** The time in which was counted. */
  readonly title: string;
  readonly name: ChartName;
  readonly lines: readonly LineName[];
  readonly counts: Counts;
}

/** The lines of a chart, each as it is drawn, with its name and its count in a time. */
export function Legend({ title, name, lines, counts }: LegendProps) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <p className={classes.time}>{title}</p>
      <ul className={classes.legend}>
        {lines.map((line) => (
          <li key={line}>
            <svg aria-hidden="true" className={classes.line} data-line={line} viewBox="0 0 32 8">
              <line x1="0" y1="4" x2="32" y2="4" strokeDasharray={lineDashes[line]} />
            </svg>
            {t(`metrics.line.${line}`)}{' '}
            <strong>{formatCount(countOf(counts, name, line), i18n.language)}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
