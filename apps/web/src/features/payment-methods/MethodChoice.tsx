import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { businessToday } from '../../ui/business-day.ts';
import { Choice } from '../../ui/Choice.tsx';
import { MethodLine } from './MethodLine.tsx';
import { isExpired } from './method-name.ts';

interface MethodChoiceProps {
  readonly methods: readonly RecurringPayment[];
  /** Id of the selected method; empty when none is. */
  readonly chosenId: string;
  readonly name: string;
  readonly isDisabled?: boolean;
  readonly onChoose: (id: string) => void;
}

/** Saved methods as radio buttons; an expired card is disabled and says why. */
export function MethodChoice({ methods, chosenId, name, isDisabled = false, onChoose }: MethodChoiceProps) {
  return methods.map((method) => (
    <Choice
      key={method.id}
      name={name}
      isChosen={method.id === chosenId}
      isDisabled={isDisabled || isExpired(method.payment_method.expiration_date, businessToday())}
      onChoose={() => onChoose(method.id)}
    >
      <MethodLine method={method} isDefaultShown />
    </Choice>
  ));
}
