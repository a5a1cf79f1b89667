import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsentForm } from '../consents/ConsentForm.tsx';

interface TextsFormProps {
  readonly onAgree: () => void;
  readonly onCancel: () => void;
}

/** What text messages take: the consent, and a button that saves (CONSENT-1). */
export function TextsForm({ onAgree, onCancel }: TextsFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);

  // The switch that was pressed stays as it is: the consent is what comes next.
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);

  /** The form goes; a switch takes the focus. */
  function focusSwitch(): void {
    form.current?.parentElement?.querySelector<HTMLInputElement>('fieldset input:not(:disabled)')?.focus();
  }

  function closeWith(act: () => void): () => void {
    return () => {
      focusSwitch();
      act();
    };
  }

  return (
    <ConsentForm
      ref={form}
      kind="texts"
      missingText={t('notifications.consentMissing')}
      submitText={t('notifications.turnOnTexts')}
      cancelText={t('account-info.cancel')}
      onSubmit={closeWith(onAgree)}
      onCancel={closeWith(onCancel)}
    />
  );
}
