import type { ReactNode } from 'react';
import classes from './Choice.module.css';

interface ChoiceProps {
  /** Name that groups the radio buttons. */
  readonly name: string;
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A radio button as a row that can be pressed anywhere; belongs in a fieldset with a legend. */
export function Choice({ name, isChosen, isDisabled = false, onChoose, children }: ChoiceProps) {
  return (
    <label
      className={classes.choice}
      data-chosen={isChosen || undefined}
      data-disabled={isDisabled || undefined}
    >
      <input type="radio" name={name} checked={isChosen} disabled={isDisabled} onChange={onChoose} />
      <span className={classes.body}>{children}</span>
    </label>
  );
}
