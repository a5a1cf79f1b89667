import type { ReactNode } from 'react';
import layout from '../../ui/layout.module.css';

/** Something that is set up, and how. */
export function ManageFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={layout.factRow}>
      <dt className={layout.factName}>{term}</dt>
      <dd className={layout.factValue}>{children}</dd>
    </div>
  );
}
