import type { ReactNode } from 'react';
import classes from './Facts.module.css';
import layout from './layout.module.css';

/** Facts side by side where they fit, else one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** One fact: what it is, and below it its value. */
export function Fact({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <dt className={layout.small}>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
