import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Skeletons.module.css';

const widths = ['100%', '92%', '97%', '85%', '94%'];

interface SkeletonsProps {
  readonly lines?: number;
  /** Of every line, in pixels. */
  readonly lineHeight?: number;
  /** Instead of equal lines: the height of each part of what is loading, or its height and its width. */
  readonly heights?: readonly PartSize[];
}

export type PartSize = string | readonly [height: string, width: string];

/** Gray lines in place of what is loading, as high as it will be; a screen reader hears “Loading”. */
export function Skeletons({ lines = 3, lineHeight = 20, heights }: SkeletonsProps) {
  const { t } = useTranslation();
  const shown = heights ?? Array.from({ length: lines }, () => lineHeight);
  return (
    <div className={classes.lines} role="status" aria-label={t('ui.loading')}>
      {shown.map((size, line) => {
        const [height = '', width = widths[line % widths.length] ?? ''] = [size].flat();
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
        return <Skeleton key={line} height={height} width={width} radius="sm" maw="100%" />;
      })}
    </div>
  );
}
