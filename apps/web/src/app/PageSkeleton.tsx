import { useTranslation } from 'react-i18next';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const lines = 8;

/** In place of a page that takes its time to load. */
export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('ui.loading')}</PageTitle>
      <Skeleton lines={lines} />
    </>
  );
}
