import type { WordedConsentKind } from '@myaccount/contract/consent';
import { type ComponentProps, Fragment, useId } from 'react';
import { config } from '../../api/config.ts';
import classes from './ConsentCheckbox.module.css';
import { type ConsentValues, useConsentText } from './useConsentText.ts';

interface ConsentCheckboxProps extends Pick<ComponentProps<'input'>, 'name' | 'disabled'> {
  readonly kind: WordedConsentKind;
  readonly values?: ConsentValues;
  readonly isGiven: boolean;
  /** Why the form was not sent: a text that names the missing tick. */
  readonly error?: string | undefined;
  readonly onChange: (isGiven: boolean) => void;
}

/** The text that a customer agrees to, with its box (CONSENT-1). `agreedConsent` is what the form sends. */
export function ConsentCheckbox({ kind, values, isGiven, error, onChange, ...input }: ConsentCheckboxProps) {
  const errorId = useId();
  const text = useConsentText(kind, values);
  return (
    <div>
      <label className={classes.consent}>
        <input
          {...input}
          type="checkbox"
          required
          checked={isGiven}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <ConsentWords text={text} />
      </label>
      {error && (
        <p id={errorId} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The text, with its telephone number on one line. */
function ConsentWords({ text }: { text: string }) {
  const { supportPhone } = config.brand;
  const [beforePhone, ...rest] = text.split(supportPhone);
  return (
    <span>
      {beforePhone}
      {rest.map((words) => (
        <Fragment key={words}>
          <span className={classes.phone}>{supportPhone}</span>
          {words}
        </Fragment>
      ))}
    </span>
  );
}
