import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useFocusKept } from '../../ui/useFocusKept.ts';
import classes from './AccountPin.module.css';
import { usePinSuggestion } from './usePinSuggestion.ts';

/** Suggests updating the PIN, or choosing one, at most twice (PIN-3). */
export function PinSuggestion({ onEdit }: { onEdit: () => void }) {
  const { t } = useTranslation();
  const { advice, dismiss } = usePinSuggestion();
  const box = useFocusKept<HTMLDivElement>();
  if (!advice) return null;
  return (
    <div ref={box} className={classes.suggestion}>
      <Notice tone="quiet" title={t(`pin.suggestion.${advice}.title`)}>
        <p>{t(`pin.suggestion.${advice}.text`)}</p>
        <div className={classes.actions}>
          <Button className={classes.button ?? ''} onClick={onEdit}>
            {t(`pin.suggestion.${advice}.action`)}
          </Button>
          <Button variant="default" className={classes.button ?? ''} onClick={dismiss}>
            {t('pin.suggestion.dismiss')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
