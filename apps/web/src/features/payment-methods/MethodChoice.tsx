import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import classes from './MethodChoice.module.css';
import { brandOf, isExpired } from './method-name.ts';
import { useMethodName } from './useMethodName.ts';

interface MethodChoiceProps {
  readonly methods: readonly RecurringPayment[];
  /** Id of the selected method; empty when none is. */
  readonly chosenId: string;
  /** Business day `YYYY-MM-DD` that decides whether a card has expired. */
  readonly today: string;
  readonly name: string;
  readonly isDisabled?: boolean;
  readonly onChoose: (id: string) => void;
}

/** Saved methods as radio buttons; an expired card is disabled and says why. */
export function MethodChoice(props: MethodChoiceProps) {
  const { methods, chosenId, today, name, isDisabled = false, onChoose } = props;
  return methods.map((method) => {
    const isPast = isExpired(method.payment_method.expiration_date, today);
    return (
      <Choice
        key={method.id}
        name={name}
        isChosen={method.id === chosenId}
        isDisabled={isDisabled || isPast}
        onChoose={() => onChoose(method.id)}
      >
        <MethodFacts method={method} isPast={isPast} />
      </Choice>
    );
  });
}

function MethodFacts({ method, isPast }: { method: RecurringPayment; isPast: boolean }) {
  const { t } = useTranslation();
  const nameMethod = useMethodName();
  const { payment_method } = method;
  const date = payment_method.expiration_date;
  const facts = [brandOf(payment_method), payment_method.nickname].filter(Boolean);
  return (
    <span className={classes.method}>
      <span className={classes.name}>
        <span className={classes.figures}>{nameMethod(payment_method)}</span>
        {method.auto_payment && <StateBadge tone="quiet">{t('payment-methods.default')}</StateBadge>}
      </span>
      <span className={classes.facts}>
        {facts.length > 0 && <bdi>{facts.join(' · ')}</bdi>}
        {date && (
          <span className={isPast ? classes.expired : undefined}>
            {t(isPast ? 'payment-methods.expired' : 'payment-methods.expires', { date })}
          </span>
        )}
      </span>
    </span>
  );
}
