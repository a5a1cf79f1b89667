import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Skeletons.module.css';

const widths = ['100%', '92%', '97%', '85%', '94%'];

/** Gray lines in place of what is loading; a screen reader hears “Loading”. */
export function Skeletons({ lines = 3, lineHeight = 20 }: { lines?: number; lineHeight?: number }) {
  const { t } = useTranslation();
  return (
    <div className={classes.lines} role="status" aria-label={t('ui.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <Skeleton key={line} height={lineHeight} width={widths[line % widths.length] ?? '100%'} radius="sm" />
      ))}
    </div>
  );
}
