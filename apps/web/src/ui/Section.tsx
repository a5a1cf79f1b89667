import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

interface SectionProps {
  title: string;
  /** Stands opposite the title: a badge or one small action. */
  aside?: ReactNode;
  /** True where the title is for screen readers only. */
  isTitleHidden?: boolean;
  className?: string;
  children: ReactNode;
}

/** A card with a title: one subject of a page, found by its heading. */
export function Section({ title, aside, isTitleHidden = false, className, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={[classes.card, className].filter(Boolean).join(' ')}>
      <div className={isTitleHidden ? classes.hidden : classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
