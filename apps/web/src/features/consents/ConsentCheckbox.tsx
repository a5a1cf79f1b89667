import { type ConsentKind, currentConsentVersion } from '@myaccount/contract/consent';
import { formatDay } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Choice } from '../../ui/Choice.tsx';
import layout from '../../ui/layout.module.css';
import { QuestionError } from '../../ui/Question.tsx';
import classes from './Consents.module.css';

interface ConsentCheckboxProps {
  readonly name?: string;
  readonly kind: ConsentKind;
  /** Of a payment, as it is shown: `$84.99`. */
  readonly amount?: string;
  /** Day of a payment dated ahead, `YYYY-MM-DD`. */
  readonly day?: string | undefined;
  readonly isGiven: boolean;
  readonly isDisabled?: boolean;
  /** Why the form was not sent: a text that names the missing tick. */
  readonly error?: string | undefined;
  readonly onChange: (isGiven: boolean) => void;
}

/** The text that a customer agrees to, with its box (CONSENT-1). `agreedConsent` is what the form sends. */
export function ConsentCheckbox(props: ConsentCheckboxProps) {
  const { name, isGiven, isDisabled, error, onChange } = props;
  const errorId = useId();
  return (
    <div>
      <Choice
        type="checkbox"
        look="plain"
        name={name}
        required
        isChosen={isGiven}
        isDisabled={isDisabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChoose={onChange}
      >
        <ConsentWords {...props} />
      </Choice>
      {error && <QuestionError id={errorId}>{error}</QuestionError>}
    </div>
  );
}

/** The current text of a kind, word for word as the server keeps it, with its telephone number on one line. */
function ConsentWords({ kind, amount, day }: ConsentCheckboxProps) {
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
    <span className={classes.words}>
      <span>{beforePhone}</span>
      {rest.map((words) => (
        <Fragment key={words}>
          <span className={layout.unbroken}>{phone}</span>
          <span>{words}</span>
        </Fragment>
      ))}
    </span>
  );
}
