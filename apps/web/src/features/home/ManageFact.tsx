import type { ReactNode } from 'react';

/** Something that is set up, and how. */
export function ManageFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
