import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { config } from '../../api/config.ts';
import { MessagePage } from '../../ui/MessagePage.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';

/** The account did not load: what it means, whom to call, and a way to try again (SHELL-8). */
export function GlitchPage({ error }: { error?: unknown }) {
  const { t } = useTranslation();
  return (
    <MessagePage
      title={t('accounts.glitch')}
      reference={error instanceof ApiProblem ? error.correlationId : undefined}
    >
      <p>
        {t('accounts.glitchCall')} <PhoneLink phone={config.brand.supportPhone} />
      </p>
      <p>{t('accounts.glitchAutopay')}</p>
      <Button onClick={() => location.reload()}>{t('ui.tryAgain')}</Button>
    </MessagePage>
  );
}
