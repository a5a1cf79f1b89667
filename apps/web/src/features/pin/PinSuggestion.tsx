import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import { useFocusKept } from '../../ui/useFocusKept.ts';
import classes from './AccountPin.module.css';
import { usePinSuggestion } from './usePinSuggestion.ts';

/** Suggests updating the PIN, at most twice (PIN-3). */
export function PinSuggestion({ onEdit }: { onEdit: () => void }) {
  const { t } = useTranslation();
  const { isShown, dismiss } = usePinSuggestion();
  const box = useFocusKept<HTMLDivElement>();
  if (!isShown) return null;
  return (
    <div ref={box} className={classes.suggestion}>
      <Notice tone="quiet" title={t('pin.suggestion.title')}>
        <p>{t('pin.suggestion.text')}</p>
        <div className={classes.actions}>
          <Button className={classes.button ?? ''} onClick={onEdit}>
            {t('pin.suggestion.update')}
          </Button>
          <Button variant="default" className={classes.button ?? ''} onClick={dismiss}>
            {t('pin.suggestion.dismiss')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
