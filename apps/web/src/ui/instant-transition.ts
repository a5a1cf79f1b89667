import type { CSSProperties, ReactNode } from 'react';

interface TransitionProps {
  readonly mounted: boolean;
  readonly children: (style: CSSProperties) => ReactNode;
}

/** Shows its content at once: the build has it in place of Mantine’s (decision 0200). */
export function Transition({ mounted, children }: TransitionProps): ReactNode {
  return mounted ? children({}) : null;
}
