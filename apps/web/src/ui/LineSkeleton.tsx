import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './LineSkeleton.module.css';

/** A gray line in place of one value that is loading, as high as its line; a screen reader hears “Loading”. */
export function LineSkeleton() {
  const { t } = useTranslation();
  return (
    <span role="status" aria-label={t('ui.loading')} className={classes.line}>
      <Skeleton component="span" height="1em" width="100%" radius="sm" />
    </span>
  );
}
