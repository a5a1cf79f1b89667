import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeHint } from '../../ui/ChangeHint.tsx';
import { ConsentCheckbox } from '../consents/ConsentCheckbox.tsx';
import classes from './PaperlessChoice.module.css';
import { type Delivery, type PaperlessPlace, useDeliveryChange } from './useDeliveryChange.ts';

interface DeliveryFormProps {
  readonly delivery: Delivery;
  readonly place: PaperlessPlace;
  /** Called when it is saved, or not wanted after all. */
  readonly onDone: () => void;
}

/** What a change of the delivery takes: the consent to electronic bills (CONSENT-1), and a button that saves. */
export function DeliveryForm({ delivery, place, onDone }: DeliveryFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [isGiven, setIsGiven] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const { mutate, isPending, isError } = useDeliveryChange({
    delivery,
    place,
    onSaved: focusChoice,
    onLoaded: onDone,
  });

  /** The form goes; the choice that led to it takes the focus. */
  function focusChoice(): void {
    form.current?.closest('div')?.querySelector<HTMLInputElement>('input:checked')?.focus();
  }

  function leave(): void {
    focusChoice();
    onDone();
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    if (isPending) return;
    const isConsentMissing = delivery === 'EMAIL' && !isGiven;
    setIsMissing(isConsentMissing);
    if (isConsentMissing) form.current?.querySelector('input')?.focus();
    else mutate();
  }

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={save}>
      {delivery === 'EMAIL' && (
        <ConsentCheckbox
          kind="paperless"
          isGiven={isGiven}
          disabled={isPending}
          error={isMissing ? t('paperless.consentMissing') : undefined}
          onChange={(given) => {
            setIsGiven(given);
            setIsMissing(false);
          }}
        />
      )}
      <ChangeHint />
      {isError && (
        <p role="alert" className={classes.error}>
          {t(`paperless.notSaved.${place}`)}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" className={classes.button ?? ''} disabled={isPending}>
          {t(isPending ? 'paperless.saving' : `paperless.save.${delivery}`)}
        </Button>
        <Button variant="default" className={classes.button ?? ''} disabled={isPending} onClick={leave}>
          {t('paperless.cancel')}
        </Button>
      </div>
    </form>
  );
}
