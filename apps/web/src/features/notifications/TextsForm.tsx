import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsentCheckbox } from '../consents/ConsentCheckbox.tsx';
import classes from './NotificationChoice.module.css';

interface TextsFormProps {
  readonly onAgree: () => void;
  readonly onCancel: () => void;
}

/** What text messages take: the consent, and a button that saves (CONSENT-1). */
export function TextsForm({ onAgree, onCancel }: TextsFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [isGiven, setIsGiven] = useState(false);
  const [isMissing, setIsMissing] = useState(false);

  /** The form goes; a switch takes the focus. */
  function focusSwitch(): void {
    form.current?.parentElement?.querySelector<HTMLInputElement>('fieldset input:not(:disabled)')?.focus();
  }

  function agree(event: FormEvent): void {
    event.preventDefault();
    setIsMissing(!isGiven);
    if (!isGiven) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    focusSwitch();
    onAgree();
  }

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={agree}>
      <ConsentCheckbox
        kind="texts"
        isGiven={isGiven}
        error={isMissing ? t('notifications.consentMissing') : undefined}
        onChange={(given) => {
          setIsGiven(given);
          setIsMissing(false);
        }}
      />
      <div className={classes.actions}>
        <Button type="submit" className={classes.button ?? ''}>
          {t('notifications.turnOnTexts')}
        </Button>
        <Button
          variant="default"
          className={classes.button ?? ''}
          onClick={() => {
            focusSwitch();
            onCancel();
          }}
        >
          {t('account-info.cancel')}
        </Button>
      </div>
    </form>
  );
}
