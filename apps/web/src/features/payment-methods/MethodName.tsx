import type { PaymentMethod, RecurringPayment } from '@myaccount/contract/payment-methods';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { CardMark } from '../../ui/CardMark.tsx';
import layout from '../../ui/layout.module.css';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { businessToday, formatShortDay } from '../../ui/time.ts';
import { markOf, namesOf } from './card-brand.ts';
import classes from './MethodName.module.css';
import { MethodWords } from './MethodWords.tsx';
import { isExpired } from './method-name.ts';

/** The mark of a method and its name, on one line where it fits. */
export function MethodName({ method }: { method: PaymentMethod }) {
  return (
    <span className={classes.short}>
      <CardMark name={markOf(method)} />
      <MethodWords method={method} />
    </span>
  );
}

interface MethodLineProps {
  readonly method: RecurringPayment;
  /** True where several methods are shown together. */
  readonly isDefaultShown?: boolean;
  /** Why it cannot be chosen. */
  readonly note?: string | undefined;
}

/** A saved method: its mark, its names, whether it is the default or about to expire, and why it was declined last. */
export function MethodLine({ method, isDefaultShown = false, note }: MethodLineProps) {
  const { t, i18n } = useTranslation();
  const { payment_method, declined } = method;
  return (
    <span className={classes.method}>
      <CardMark name={markOf(payment_method)} />
      <span className={classes.words}>
        <span className={classes.name}>
          <MethodWords method={payment_method} />
          {isDefaultShown && method.auto_payment && (
            <StateBadge tone="quiet">{t('payment-methods.default')}</StateBadge>
          )}
        </span>
        <span className={classes.facts}>
          {namesOf(payment_method).map((name) => (
            <Fragment key={name}>
              <bdi>{name}</bdi>{' '}
            </Fragment>
          ))}
          <Expiration method={method} />
        </span>
        {declined && (
          <span className={classes.declined}>
            <span>
              {t('payment-methods.declined', { day: formatShortDay(declined.date, i18n.language) })}
            </span>{' '}
            <span>{t(`payments.failure.${declined.code}`)}</span>
          </span>
        )}
        {note && <span className={layout.small}>{note}</span>}
      </span>
    </span>
  );
}

function Expiration({ method }: { method: RecurringPayment }) {
  const { t } = useTranslation();
  const date = method.payment_method.expiration_date;
  if (!date) return null;
  if (isExpired(date, businessToday())) {
    return <StateBadge tone="bad">{t('payment-methods.expired', { date })}</StateBadge>;
  }
  const text = t('payment-methods.expires', { date });
  return method.expires_soon ? <StateBadge tone="wait">{text}</StateBadge> : <span>{text}</span>;
}
