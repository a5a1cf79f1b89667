import type { ReactNode } from 'react';

/** One fact of a bill. */
export function InvoiceFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
