import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { CallSupport } from '../../ui/SupportPhone.tsx';

/** Shown when the code or link was right but the token does not name the user (LOGIN-6). */
export function UnknownUser({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Message title={t('login.failed')}>
      <p>
        <CallSupport text={t('login.unknownUserText')} />
      </p>
      <Button onClick={onRetry}>{t('ui.tryAgain')}</Button>
    </Message>
  );
}
