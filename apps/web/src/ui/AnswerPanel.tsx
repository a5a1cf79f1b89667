import { type ReactNode, useEffect, useRef } from 'react';
import classes from './AnswerPanel.module.css';
import { PageTitle } from './PageTitle.tsx';
import { Spinner } from './Spinner.tsx';

/** What became of something that a customer asked for; `working` while that is not known yet. */
export type AnswerState = 'working' | 'success' | 'pending' | 'failure' | 'undone';

/** Drawn on a disc of 32 units; the words beside it say the same. */
const signs: Readonly<Record<Exclude<AnswerState, 'working'>, string>> = {
  success: 'M9.5 16.5l4.5 4.5 8.5-9.5',
  pending: 'M16 9v7.5l5 3',
  failure: 'M16 8.5v9M16 22.5v.5',
  undone: 'M13 9.5l-4 4 4 4M9.5 13.5h9a4.5 4.5 0 010 9H14',
};

interface AnswerPanelProps {
  readonly state: AnswerState;
  /** The answer in one sentence, with its figure. */
  readonly title: string;
  /** What it means and what comes next. */
  readonly children?: ReactNode;
  /** True when it replaces what was pressed: it takes the focus. */
  readonly isFocused?: boolean;
  /** True where it is the heading of its page, not beneath one. */
  readonly isHeadline?: boolean;
}

/** An answer in place of the form that asked for it: one sentence with a sign of its state. Announced once. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { state, title, children, isFocused = false, isHeadline = false } = props;
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isFocused) panel.current?.focus();
  }, [isFocused]);

  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className={classes.panel}
      data-state={state}
      data-headline={isHeadline || undefined}
    >
      <div className={classes.answer}>
        {state === 'working' ? (
          <Spinner />
        ) : (
          <svg viewBox="0 0 32 32" className={classes.sign} aria-hidden="true">
            <circle cx="16" cy="16" r="16" />
            <path d={signs[state]} />
          </svg>
        )}
        <div className={classes.words}>
          {isHeadline ? <PageTitle>{title}</PageTitle> : <p className={classes.title}>{title}</p>}
          {children}
        </div>
      </div>
    </div>
  );
}
