import type { ReactNode } from 'react';
import classes from './Choice.module.css';

interface ChoiceProps {
  /** Groups the choices of one question. */
  name: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One answer of a question as a row that can be pressed anywhere; stands in a fieldset with a legend. */
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
