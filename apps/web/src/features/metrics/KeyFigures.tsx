import type { Counts } from '@myaccount/contract/metrics';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { figures } from './figures.ts';
import classes from './Metrics.module.css';
import { formatCount, localeOf } from './number.ts';
import type { Range } from './ranges.ts';

interface KeyFiguresProps {
  readonly counts: Counts;
  /** Counts of the range before; null if there is none, or if they could not be read. */
  readonly before: Counts | null;
  readonly range: Range;
}

/** Four figures, each with its change against the range before. */
export function KeyFigures({ counts, before, range }: KeyFiguresProps) {
  const { t, i18n } = useTranslation();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.hidden}>
        {t('metrics.figures')}
      </h2>
      <dl className={classes.figures}>
        {figures.map(({ name, of }) => (
          <div key={name} className={classes.figure}>
            <dt>{t(`metrics.figure.${name}`)}</dt>
            <dd>
              <strong>{formatCount(of(counts), i18n.language)}</strong>
              {before && <Change now={of(counts)} before={of(before)} range={range} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface ChangeProps {
  readonly now: number;
  readonly before: number;
  readonly range: Range;
}

/** How a figure differs from the range before, in words; nothing where both are 0. */
function Change({ now, before, range }: ChangeProps) {
  const { t, i18n } = useTranslation();
  if (now === 0 && before === 0) return null;
  const period = t(`metrics.before.${range}`);
  const ratio = Math.abs(now - before) / before;
  const percent = new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent' }).format(
    Math.max(0.01, ratio),
  );
  if (now === before) return <span>{t('metrics.change.same', { period })}</span>;
  if (before === 0) return <span>{t('metrics.change.fromNone', { period })}</span>;
  return <span>{t(`metrics.change.${now > before ? 'more' : 'fewer'}`, { percent, period })}</span>;
}
