import { Skeletons } from '../../ui/Skeletons.tsx';

interface AmountOwedSkeletonProps {
  /** Heights of what the card shows before and after what is owed. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** The shape of what is owed for one open item, while it loads. */
export function AmountOwedSkeleton({ before = [], after = [] }: AmountOwedSkeletonProps) {
  return <Skeletons heights={[...before, '2.5rem', '3.5rem', '2.75rem', ...after]} />;
}
