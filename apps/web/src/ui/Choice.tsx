import type { ComponentProps } from 'react';
import classes from './Choice.module.css';

interface ChoiceProps
  extends Pick<
    ComponentProps<'input'>,
    'name' | 'required' | 'aria-invalid' | 'aria-describedby' | 'children'
  > {
  /** Boxes can be ticked on their own; radio buttons share a `name`. */
  readonly type?: 'radio' | 'checkbox';
  readonly isChosen: boolean;
  readonly isDisabled?: boolean | undefined;
  /** A row takes a whole line; plain choices of a word or two are side by side. */
  readonly look?: 'row' | 'plain';
  readonly onChoose: (isChosen: boolean) => void;
}

/** A radio button or a box that can be pressed anywhere on its words; belongs in a fieldset with a legend. */
export function Choice(props: ChoiceProps) {
  const { type = 'radio', isChosen, isDisabled, look = 'row', onChoose, children, ...input } = props;
  return (
    <label
      className={classes[look]}
      data-chosen={isChosen || undefined}
      data-disabled={isDisabled || undefined}
    >
      <input
        {...input}
        type={type}
        checked={isChosen}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <span className={classes.body}>{children}</span>
    </label>
  );
}
