import { useEffect, useLayoutEffect, useRef } from 'react';
import { config } from '../api/config.ts';
import { afterPaint } from './focus.ts';
import { showLoadedFont } from './font.ts';
import classes from './PageTitle.module.css';

interface PageTitleProps {
  readonly children: string;
  /** The title of the browser's tab, where it says more than the heading. */
  readonly tab?: string | undefined;
}

let isFirstPage = true;

/** The page's heading: names the browser tab and, after a navigation, is the first thing read out. */
export function PageTitle({ children, tab = children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${tab} · ${config.brand.name}`;
  }, [tab]);

  useLayoutEffect(showLoadedFont, []);

  // After the paint: to focus is to lay the page out, in the same task as all that drew it.
  useEffect(() => {
    const before = document.activeElement;
    const isFieldFocused = before instanceof HTMLInputElement || before instanceof HTMLTextAreaElement;
    const isLeft = isFirstPage || isFieldFocused;
    isFirstPage = false;
    if (isLeft) return;
    return afterPaint(() => {
      // What the customer has pressed meanwhile keeps it.
      const active = document.activeElement;
      if (active === before || active === document.body) heading.current?.focus({ preventScroll: true });
    });
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </h1>
  );
}
