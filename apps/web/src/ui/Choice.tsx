import type { ReactNode } from 'react';
import classes from './Choice.module.css';

interface ChoiceProps {
  /** Name that groups the radio buttons. */
  readonly name: string;
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  /** A row stands alone; plain choices of a word or two stand side by side. */
  readonly look?: 'row' | 'plain';
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A radio button that can be pressed anywhere on its words; belongs in a fieldset with a legend. */
export function Choice({
  name,
  isChosen,
  isDisabled = false,
  look = 'row',
  onChoose,
  children,
}: ChoiceProps) {
  return (
    <label
      className={classes[look]}
      data-chosen={isChosen || undefined}
      data-disabled={isDisabled || undefined}
    >
      <input type="radio" name={name} checked={isChosen} disabled={isDisabled} onChange={onChoose} />
      <span className={classes.body}>{children}</span>
    </label>
  );
}
