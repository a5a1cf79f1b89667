import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { config } from '../../api/config.ts';
import { Message } from '../../ui/Message.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { signOut } from '../login/sign-in.ts';
import classes from './GlitchPage.module.css';

/** Shown when the account could not be loaded: what it means, whom to call, and how to retry (SHELL-8). */
export function GlitchPage({ error }: { error?: unknown }) {
  const { t } = useTranslation();
  const correlationId = error instanceof ApiProblem ? error.correlationId : undefined;
  return (
    <main className={classes.page}>
      <Message title={t('accounts.glitch')} reference={correlationId}>
        <p>
          {t('accounts.glitchCall')} <PhoneLink phone={config.brand.supportPhone} />
        </p>
        <p>{t('accounts.glitchAutopay')}</p>
        <div className={classes.actions}>
          <Button onClick={() => location.reload()}>{t('ui.tryAgain')}</Button>
          <Button variant="default" onClick={() => void signOut()}>
            {t('shell.signOut')}
          </Button>
        </div>
      </Message>
    </main>
  );
}
