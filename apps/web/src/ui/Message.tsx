import type { ReactNode } from 'react';
import classes from './Message.module.css';
import { PageTitle } from './PageTitle.tsx';
import { Reference } from './Reference.tsx';
import { CallSupport } from './SupportPhone.tsx';

interface MessageProps {
  readonly title: string;
  /** What happened, and what it means for the customer's money or data. */
  readonly children: ReactNode;
  /** What to do next: buttons and links. */
  readonly actions?: ReactNode;
  /** When to call the operator, whose phone number follows. */
  readonly callText?: string;
  /** Number to read out on the phone. */
  readonly reference?: string | undefined;
}

/** The only content of a page that has nothing else to show: what happened, what it means, what to do, whom to call. */
export function Message({ title, children, actions, callText, reference }: MessageProps) {
  return (
    <div className={classes.message}>
      <PageTitle>{title}</PageTitle>
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
      {callText && (
        <p>
          <CallSupport text={callText} />
        </p>
      )}
      {reference && <Reference id={reference} />}
    </div>
  );
}
