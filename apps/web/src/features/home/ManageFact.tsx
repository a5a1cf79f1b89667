import type { ReactNode } from 'react';
import factRow from '../../ui/fact-row.module.css';

/** Something that is set up, and how. */
export function ManageFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={factRow.row}>
      <dt className={factRow.name}>{term}</dt>
      <dd className={factRow.value}>{children}</dd>
    </div>
  );
}
