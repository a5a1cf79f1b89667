import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Message } from '../../ui/Message.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';

/** Shown when the code was correct but the token does not name the user (LOGIN-6). */
export function UnknownUser() {
  const { t } = useTranslation();
  return (
    <Message title={t('login.unknownUser')}>
      <p>
        {t('login.unknownUserText')} <PhoneLink phone={config.brand.supportPhone} />
      </p>
      <Button onClick={() => location.reload()}>{t('ui.tryAgain')}</Button>
    </Message>
  );
}
