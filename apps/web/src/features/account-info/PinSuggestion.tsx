import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useFocusKept } from '../../ui/focus.ts';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import classes from './PinSection.module.css';
import { usePinSuggestion } from './pin-suggestion.ts';

/** Suggests updating the PIN, or choosing one, on the profile, at most twice (PIN-3). */
export function PinSuggestion({ onEdit }: { onEdit: () => void }) {
  const { t } = useTranslation();
  const { advice, dismiss } = usePinSuggestion();
  const box = useFocusKept<HTMLDivElement>();
  if (!advice) return null;
  return (
    <div ref={box} className={classes.suggestion}>
      <Notice tone="quiet" title={t(`pin.suggestion.${advice}.title`)}>
        <p>{t(`pin.suggestion.${advice}.text`)}</p>
        <div className={layout.buttons}>
          <Button className={layout.button} onClick={onEdit}>
            {t(`pin.suggestion.${advice}.action`)}
          </Button>
          <Button variant="default" className={layout.button} onClick={dismiss}>
            {t('pin.suggestion.dismiss')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

/** Suggests the same in the settings menu of a desktop (PIN-3). */
export function PinMenuEntry() {
  const { t } = useTranslation();
  const { advice } = usePinSuggestion();
  if (!advice) return null;
  return (
    <Link
      to="/settings"
      search={{ tab: 'security' }}
      role="menuitem"
      tabIndex={-1}
      className={classes.menuEntry}
    >
      <span className={classes.menuTitle}>{t(`pin.suggestion.${advice}.title`)}</span>
      <span>{t(`pin.suggestion.${advice}.text`)}</span>
    </Link>
  );
}
