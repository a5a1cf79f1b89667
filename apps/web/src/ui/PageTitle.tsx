import { useEffect, useRef } from 'react';
import { config } from '../api/config.ts';
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

  useEffect(() => {
    const active = document.activeElement;
    const isFieldFocused = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
    if (!isFirstPage && !isFieldFocused) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </h1>
  );
}
