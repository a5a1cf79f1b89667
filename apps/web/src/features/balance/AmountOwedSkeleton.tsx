import { type PartSize, Skeletons } from '../../ui/Skeletons.tsx';

interface AmountOwedSkeletonProps {
  /** What the card shows before and after what is owed. */
  readonly before?: readonly PartSize[];
  readonly after?: readonly PartSize[];
}

/** The shape of what is owed for one open item, while it loads: the figure, its row, and the way to pay. */
export function AmountOwedSkeleton({ before = [], after = [] }: AmountOwedSkeletonProps) {
  return <Skeletons heights={[...before, ['2.5rem', '9rem'], '3.5rem', ['2.75rem', '9rem'], ...after]} />;
}
