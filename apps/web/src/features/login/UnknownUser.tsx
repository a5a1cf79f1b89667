import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';

/** Shown when the code or link was right but the token does not name the user (LOGIN-6). */
export function UnknownUser({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Message title={t('login.failed')}>
      <p>
        {t('login.unknownUserText')} <PhoneLink phone={config.brand.supportPhone} />.
      </p>
      <Button onClick={onRetry}>{t('ui.tryAgain')}</Button>
    </Message>
  );
}
