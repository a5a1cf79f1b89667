import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { centsOf } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { businessToday, formatDay } from '../../ui/time.ts';
import { ConsentCheckbox } from '../consents/ConsentCheckbox.tsx';
import { AddMethodButton } from '../payment-methods/MethodButtons.tsx';
import { MethodChoice } from '../payment-methods/MethodChoice.tsx';
import { isExpired } from '../payment-methods/method-name.ts';
import classes from './Autopay.module.css';
import { AutopayRefused, type AutopaySurface, useAutopayChange } from './autopay.queries.ts';

interface AutopayFormProps {
  readonly billing: BillingRefresh;
  readonly methods: readonly RecurringPayment[];
  readonly surface: AutopaySurface;
  readonly onClose: () => void;
}

/** Turns autopay on: what will be charged and when, with which method, and the authorization (AUTOPAY-1). */
export function AutopayForm({ billing, methods, surface, onClose }: AutopayFormProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useAutopayChange(surface, onClose);
  const usable = methods.filter(
    ({ payment_method: method, no_autopay }) =>
      !no_autopay && !isExpired(method.expiration_date, businessToday()),
  );
  const hasUsable = usable.length > 0;
  const [methodId, setMethodId] = useState(usable[0]?.id ?? '');
  const chosen = usable.find(({ id }) => id === methodId);
  const [isAgreed, setIsAgreed] = useState(false);
  const [isTried, setIsTried] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsTried(true);
    if (isAgreed && methodId) mutate(methodId);
    else event.currentTarget.querySelector<HTMLInputElement>('input[type=checkbox]')?.focus();
  }

  return (
    <form noValidate aria-label={t('autopay.turnOn.title')} className={classes.form} onSubmit={submit}>
      <FirstCharge billing={billing} />
      <fieldset className={classes.part}>
        <legend>{t('autopay.turnOn.method')}</legend>
        <MethodChoice
          methods={methods}
          chosenId={methodId}
          name="autopay-method"
          isDisabled={isPending}
          refusalOf={({ no_autopay }) => (no_autopay ? t(`autopay.turnOn.refused.${no_autopay}`) : undefined)}
          onChoose={setMethodId}
        />
        {chosen && !chosen.auto_payment && <p>{t('autopay.turnOn.becomesDefault')}</p>}
        {!hasUsable && <p>{t('autopay.turnOn.noneUsable')}</p>}
        <div>
          <AddMethodButton variant={hasUsable ? 'subtle' : 'filled'} onAdded={setMethodId} />
        </div>
      </fieldset>
      {hasUsable && (
        <>
          <p className={layout.muted}>{t('autopay.turnOn.lateFee')}</p>
          <ConsentCheckbox
            kind="autopay"
            isGiven={isAgreed}
            disabled={isPending}
            error={isTried && !isAgreed ? t('autopay.turnOn.agreeFirst') : undefined}
            onChange={setIsAgreed}
          />
          {error && (
            <Notice tone="bad" title={t('autopay.turnOn.failed')} isFocused>
              {error instanceof AutopayRefused ? error.message : t('autopay.turnOn.tryAgain')}
            </Notice>
          )}
          <div className={layout.buttons}>
            <Button type="submit" className={layout.button} isBusy={isPending}>
              {t('autopay.turnOn.submit')}
            </Button>
            <Button variant="default" className={layout.button} disabled={isPending} onClick={onClose}>
              {t('autopay.turnOn.cancel')}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

/** What the first charge will be, and what happens to debt that is past due. */
function FirstCharge({ billing }: { billing: BillingRefresh }) {
  const { t, i18n } = useTranslation();
  const { firstCharge: first, pastDue } = billing;
  const amount = formatCents(centsOf(first?.amount ?? 0));
  const overdue = { amount: formatCents(centsOf(pastDue)) };
  return (
    <div className={classes.part}>
      {first && <p>{t('autopay.turnOn.first', { amount, day: formatDay(first.date, i18n.language) })}</p>}
      {!first && pastDue <= 0 && <p>{t('autopay.turnOn.nextBill')}</p>}
      {pastDue > 0 && (
        <p className={layout.error}>
          {t(first ? 'autopay.turnOn.pastDue' : 'autopay.turnOn.pastDueLater', overdue)}
        </p>
      )}
    </div>
  );
}
