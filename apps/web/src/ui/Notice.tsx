import { type ReactNode, useEffect, useRef } from 'react';
import classes from './Notice.module.css';
import type { Tone } from './StateBadge.tsx';

interface NoticeProps {
  tone: Tone;
  title: string;
  children?: ReactNode;
  /** True where it appears in answer to something pressed: the focus goes to it, so that it is read out. */
  isFocused?: boolean;
}

/** Says in place what happened and what it means; stays until something else happens. */
export function Notice({ tone, title, children, isFocused = false }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isFocused) box.current?.focus();
  }, [isFocused]);

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
