import { type ReactNode, useId } from 'react';
import layout from './layout.module.css';
import classes from './Section.module.css';

interface SectionProps {
  readonly title: string;
  /** Shown opposite the title: a badge or one small action. */
  readonly aside?: ReactNode;
  /** True when the title is for screen readers only. */
  readonly isTitleHidden?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A card with a title: one subject of a page, found by its heading. */
export function Section({ title, aside, isTitleHidden = false, className = '', children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`${classes.card} ${className}`}>
      <div className={isTitleHidden ? layout.hidden : classes.head}>
        <h2 id={titleId}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
