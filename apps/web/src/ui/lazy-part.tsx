import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadScript } from '../api/connection.ts';

/** Returns a component that loads when it is first shown. Until then `placeholder` takes its place. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder?: ReactNode,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await loadScript(load) }));
  return (props) => (
    <Suspense fallback={placeholder}>
      <Part {...props} />
    </Suspense>
  );
}
