import { type ReactNode, useRef } from 'react';
import { useFocusWhen } from './focus.ts';
import classes from './Notice.module.css';
import type { Tone } from './StateBadge.tsx';

interface NoticeProps {
  readonly tone: Tone;
  readonly title: string;
  readonly children?: ReactNode;
  /** True when it appears after a press: it takes the focus, so that a screen reader reads it. */
  readonly isFocused?: boolean;
}

/** Says in place what happened and what it means. */
export function Notice({ tone, title, children, isFocused = false }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusWhen(isFocused, box);
  return (
    <div
      ref={box}
      className={classes.notice}
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
      tabIndex={-1}
    >
      <p className={classes.title}>{title}</p>
      {children && <div className={classes.text}>{children}</div>}
    </div>
  );
}
