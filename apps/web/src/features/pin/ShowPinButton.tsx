import { useTranslation } from 'react-i18next';
import classes from './AccountPin.module.css';

interface ShowPinButtonProps {
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** Shows the PIN in digits, or hides it again (PIN-2). */
export function ShowPinButton({ isShown, onToggle }: ShowPinButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classes.show}
      aria-label={t(isShown ? 'pin.hideLabel' : 'pin.showLabel')}
      onClick={onToggle}
    >
      {t(isShown ? 'pin.hide' : 'pin.show')}
    </button>
  );
}
