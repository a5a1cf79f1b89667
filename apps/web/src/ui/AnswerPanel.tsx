import { type ReactNode, useRef } from 'react';
import classes from './AnswerPanel.module.css';
import { useFocusWhen } from './focus.ts';
import { PageTitle } from './PageTitle.tsx';
import { Spinner } from './Spinner.tsx';
import type { Tone } from './StateBadge.tsx';

/** The outcome of something that a customer asked for; `working` while that is not known yet. */
export type AnswerState = 'working' | 'success' | 'pending' | 'failure' | 'undone';

/** The sign is drawn on a disc of 32 units; the words beside it say the same. */
const looks: Readonly<Record<AnswerState, { readonly tone: Tone; readonly sign?: string }>> = {
  working: { tone: 'quiet' },
  success: { tone: 'good', sign: 'M9.5 16.5l4.5 4.5 8.5-9.5' },
  pending: { tone: 'wait', sign: 'M16 9v7.5l5 3' },
  failure: { tone: 'bad', sign: 'M16 8.5v9M16 22.5v.5' },
  undone: { tone: 'quiet', sign: 'M13 9.5l-4 4 4 4M9.5 13.5h9a4.5 4.5 0 010 9H14' },
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
  const { tone, sign } = looks[state];
  const panel = useRef<HTMLDivElement>(null);
  useFocusWhen(isFocused, panel);
  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className={classes.panel}
      data-tone={tone}
      data-headline={isHeadline || undefined}
    >
      <div className={classes.answer}>
        {sign ? (
          <svg viewBox="0 0 32 32" className={classes.sign} aria-hidden="true">
            <circle cx="16" cy="16" r="16" />
            <path d={sign} />
          </svg>
        ) : (
          <Spinner />
        )}
        <div className={classes.words}>
          {isHeadline ? <PageTitle>{title}</PageTitle> : <p className={classes.title}>{title}</p>}
          {children}
        </div>
      </div>
    </div>
  );
}
