import type { ReactNode } from 'react';

/** One fact of a receipt. */
export function ReceiptFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
