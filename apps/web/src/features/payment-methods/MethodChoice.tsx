import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import classes from './MethodChoice.module.css';
import { brandOf, isExpired } from './method-name.ts';
import { useMethodName } from './useMethodName.ts';

interface MethodChoiceProps {
  methods: readonly RecurringPayment[];
  /** Id of the chosen one; empty where none is. */
  chosenId: string;
  /** Day `YYYY-MM-DD` of the business, by which a card is expired or not. */
  today: string;
  name: string;
  isDisabled?: boolean;
  onChoose: (id: string) => void;
}

/** Saved methods to choose one from; an expired card stays to be seen, with the reason why it cannot be chosen. */
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
