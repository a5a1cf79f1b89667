import { Skeletons } from '../../ui/Skeletons.tsx';

/** The shape of {@link AmountOwed} with one open item, while it loads. */
export function AmountOwedSkeleton({ hasLabel = false }: { hasLabel?: boolean }) {
  const label = hasLabel ? ['1.125rem'] : [];
  return <Skeletons heights={[...label, '3rem', '1.25rem', '3.25rem', '2.75rem']} />;
}
