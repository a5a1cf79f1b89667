import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { MethodLine } from './MethodLine.tsx';
import type { MethodActions } from './method-actions.rules.ts';
import classes from './SavedMethods.module.css';
import { useMethodName } from './useMethodName.ts';

interface MethodRowProps {
  readonly method: RecurringPayment;
  readonly actions: MethodActions;
  /** True while any method is being changed. */
  readonly isBusy: boolean;
  readonly isBecomingDefault: boolean;
  readonly onMakeDefault: () => void;
  readonly onRemove: () => void;
}

/** One saved method with its actions in words; an action that is not possible says why. */
export function MethodRow(props: MethodRowProps) {
  const { method, actions, isBusy, isBecomingDefault, onMakeDefault, onRemove } = props;
  const { t } = useTranslation();
  const name = useMethodName()(method.payment_method);
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <MethodLine method={method} isDefaultShown />
        {actions.kept && <p className={classes.kept}>{t(`payment-methods.kept.${actions.kept}`)}</p>}
      </div>
      {(actions.canBeDefault || !actions.kept) && (
        <div className={classes.actions}>
          {actions.canBeDefault && (
            <Button
              variant="default"
              className={classes.button ?? ''}
              aria-label={`${t('payment-methods.activate.action')}: ${name}`}
              isBusy={isBecomingDefault}
              disabled={isBusy && !isBecomingDefault}
              onClick={onMakeDefault}
            >
              {t('payment-methods.activate.action')}
            </Button>
          )}
          {!actions.kept && (
            <Button
              variant="subtle"
              className={classes.button ?? ''}
              aria-label={`${t('payment-methods.remove.action')}: ${name}`}
              disabled={isBusy}
              onClick={onRemove}
            >
              {t('payment-methods.remove.action')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
