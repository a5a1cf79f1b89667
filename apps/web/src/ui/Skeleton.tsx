import { useTranslation } from 'react-i18next';
import classes from './Skeleton.module.css';

/** Gray lines in place of what is loading; a screen reader hears “Loading”. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const { t } = useTranslation();
  return (
    <span role="status" aria-label={t('ui.loading')} className={classes.lines}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
        <span key={line} className={classes.line} />
      ))}
    </span>
  );
}
