import { currentConsentVersion, type WordedConsentKind } from '@myaccount/contract/consent';
import { formatDay } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { type ComponentProps, Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import layout from '../../ui/layout.module.css';
import classes from './Consents.module.css';

/** What a text says besides its words. */
interface ConsentValues {
  /** As it is shown: `$84.99`. */
  readonly amount?: string;
  /** Day of a payment dated ahead, `YYYY-MM-DD`. */
  readonly day?: string | undefined;
}

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
        <ConsentWords kind={kind} {...values} />
      </label>
      {error && (
        <p id={errorId} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The current text of a kind, word for word as the server keeps it, with its telephone number on one line. */
function ConsentWords({ kind, amount, day }: ConsentValues & Pick<ConsentCheckboxProps, 'kind'>) {
  const { t, i18n } = useTranslation();
  const { name: brand, supportPhone: phone, supportEmail: email } = config.brand;
  const text = t(`consents.${kind}.${currentConsentVersion(kind)}`, {
    brand,
    phone,
    email,
    amount,
    ...(day && { context: 'dated', day: formatDay(day, matchLanguage([i18n.language])) }),
  });
  const [beforePhone, ...rest] = text.split(phone);
  return (
    <span>
      {beforePhone}
      {rest.map((words) => (
        <Fragment key={words}>
          <span className={layout.figures}>{phone}</span>
          {words}
        </Fragment>
      ))}
    </span>
  );
}
