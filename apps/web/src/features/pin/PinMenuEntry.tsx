import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './PinMenuEntry.module.css';
import { usePinSuggestion } from './usePinSuggestion.ts';

/** Suggests updating the PIN, or choosing one, in the settings menu of a desktop, at most twice (PIN-3). */
export function PinMenuEntry() {
  const { t } = useTranslation();
  const { advice } = usePinSuggestion();
  if (!advice) return null;
  return (
    <Link to="/settings" search={{ tab: 'security' }} role="menuitem" tabIndex={-1} className={classes.entry}>
      <span className={classes.title}>{t(`pin.suggestion.${advice}.title`)}</span>
      <span>{t(`pin.suggestion.${advice}.text`)}</span>
    </Link>
  );
}
