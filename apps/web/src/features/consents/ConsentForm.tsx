import type { ConsentKind } from '@myaccount/contract/consent';
import { type ComponentProps, type FormEvent, type ReactNode, type Ref, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { ConsentCheckbox } from './ConsentCheckbox.tsx';
import classes from './Consents.module.css';

interface ConsentFormProps extends Pick<ComponentProps<typeof ConsentCheckbox>, 'amount' | 'day'> {
  readonly ref?: Ref<HTMLFormElement>;
  /** What is agreed to; undefined where nothing is. */
  readonly kind: ConsentKind | undefined;
  /** What it is agreed to for: another one takes it back. */
  readonly about?: string;
  /** Names the missing tick. */
  readonly missingText: string;
  readonly submitText: string;
  readonly cancelText: string;
  readonly isBusy?: boolean;
  /** Called by the button once the consent is given. */
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  /** Above the consent. */
  readonly questions?: ReactNode;
  /** Between consent and buttons. */
  readonly children?: ReactNode;
}

/** A change that takes a consent (CONSENT-1), and nothing else: the text with its box, a button that saves, and Cancel. */
export function ConsentForm(props: ConsentFormProps) {
  const { ref, kind, questions, missingText, isBusy = false, onSubmit, onCancel, children } = props;
  const { amount, day, about = '' } = props;
  const [givenFor, setGivenFor] = useState<string>();
  const isGiven = givenFor === about;
  const [isTried, setIsTried] = useState(false);
  const isMissing = kind !== undefined && !isGiven;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setIsTried(true);
    if (isMissing) event.currentTarget.querySelector<HTMLElement>('[type=checkbox]')?.focus();
    else onSubmit();
  }

  return (
    <form ref={ref} aria-label={props.submitText} className={classes.form} noValidate onSubmit={submit}>
      {questions}
      {kind && (
        <ConsentCheckbox
          kind={kind}
          amount={amount}
          day={day}
          isGiven={isGiven}
          isDisabled={isBusy}
          error={isTried && isMissing ? missingText : undefined}
          onChange={(given) => setGivenFor(given ? about : undefined)}
        />
      )}
      {children}
      <div className={layout.buttons}>
        <Button type="submit" className={layout.button} isBusy={isBusy}>
          {props.submitText}
        </Button>
        <Button variant="default" className={layout.button} disabled={isBusy} onClick={onCancel}>
          {props.cancelText}
        </Button>
      </div>
    </form>
  );
}
