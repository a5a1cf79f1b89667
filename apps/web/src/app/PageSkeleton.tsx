import { Skeleton } from '../ui/Skeleton.tsx';

const lines = 8;

/** In place of a page that takes its time to load. */
export function PageSkeleton() {
  return <Skeleton lines={lines} />;
}
