import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeHint } from '../../ui/ChangeHint.tsx';
import { ConsentForm } from '../consents/ConsentForm.tsx';
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

  return (
    <ConsentForm
      ref={form}
      className={classes.form}
      kind={delivery === 'EMAIL' ? 'paperless' : undefined}
      missingText={t('paperless.consentMissing')}
      submitText={t(isPending ? 'paperless.saving' : `paperless.save.${delivery}`)}
      cancelText={t('paperless.cancel')}
      isBusy={isPending}
      onSubmit={() => mutate()}
      onCancel={leave}
    >
      <ChangeHint />
      {isError && (
        <p role="alert" className={classes.error}>
          {t(`paperless.notSaved.${place}`)}
        </p>
      )}
    </ConsentForm>
  );
}
