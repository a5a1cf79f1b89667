import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

/** Says that there is nothing to show, and what the customer can do. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p>{text}</p>
      {children}
    </div>
  );
}
