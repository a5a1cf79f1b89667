import { useTranslation } from 'react-i18next';
import section from '../ui/Section.module.css';
import { Skeleton } from '../ui/Skeleton.tsx';
import { PortalPage } from './PortalPage.tsx';

/** Time after which a skeleton of the next page replaces the page before. */
export const skeletonAfterMs = 300;

interface PageSkeletonProps {
  /** Text of the page's title, or of what every such page is. */
  readonly title: string;
  /** How many cards it begins with. */
  readonly cards: number;
}

/** In place of a page that takes its time to load: its title, and the shape of its cards. */
export function PageSkeleton({ title, cards }: PageSkeletonProps) {
  const { t } = useTranslation();
  return (
    <PortalPage title={t(title)}>
      {Array.from({ length: cards }, (_, card) => (
        // A screen reader hears “Loading” once.
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards never move
        <div key={card} className={section.card} aria-hidden={card > 0 || undefined}>
          <Skeleton lines={4} />
        </div>
      ))}
    </PortalPage>
  );
}
