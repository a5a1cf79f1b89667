import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { Choice } from '../../ui/Choice.tsx';
import { businessToday } from '../../ui/time.ts';
import { MethodLine } from './MethodName.tsx';
import { isExpired } from './method-name.ts';

interface MethodChoiceProps {
  readonly methods: readonly RecurringPayment[];
  /** Id of the selected method; empty when none is. */
  readonly chosenId: string;
  readonly name: string;
  readonly isDisabled?: boolean;
  /** Returns why a method cannot be chosen, in words; undefined when it can. */
  readonly refusalOf?: (method: RecurringPayment) => string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Saved methods as radio buttons; one that cannot be chosen, such as an expired card, is disabled and says why. */
export function MethodChoice(props: MethodChoiceProps) {
  const { methods, chosenId, name, isDisabled = false, refusalOf, onChoose } = props;
  return methods.map((method) => {
    const refusal = refusalOf?.(method);
    const isExpiredCard = isExpired(method.payment_method.expiration_date, businessToday());
    return (
      <Choice
        key={method.id}
        name={name}
        isChosen={method.id === chosenId}
        isDisabled={isDisabled || isExpiredCard || refusal !== undefined}
        onChoose={() => onChoose(method.id)}
      >
        <MethodLine method={method} isDefaultShown note={refusal} />
      </Choice>
    );
  });
}
