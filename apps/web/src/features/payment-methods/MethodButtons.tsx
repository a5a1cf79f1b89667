import { useTranslation } from 'react-i18next';
import { AddMethodButton } from './AddMethodButton.tsx';
import classes from './MethodButtons.module.css';
import { PanelButton } from './PanelButton.tsx';
import { SavedMethods } from './SavedMethods.tsx';

interface MethodButtonsProps {
  /** Id of the method that the form would charge: it stays. */
  readonly selectedId: string;
  /** Called with the id of a method that was added here. */
  readonly onAdded: (id: string) => void;
}

/** Beside a payment: another method, or the saved ones in a panel. */
export function MethodButtons({ selectedId, onAdded }: MethodButtonsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.buttons}>
      <AddMethodButton variant="subtle" onAdded={onAdded} />
      <PanelButton label={t('payment-methods.manage')} variant="subtle">
        {(close) => <SavedMethods place="payments" selectedId={selectedId} onLeave={close} />}
      </PanelButton>
    </div>
  );
}
