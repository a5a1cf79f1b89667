import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { signOut } from '../../features/login/sign-in.ts';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** Replaces every page when the account could not be loaded: what it means, whom to call, and how to retry (SHELL-8). */
export function GlitchPage({ error }: { error?: unknown }) {
  const { t } = useTranslation();
  return (
    <PublicFrame>
      <Message
        title={t('accounts.glitch')}
        actions={
          <>
            <Button onClick={() => location.reload()}>{t('ui.tryAgain')}</Button>
            <Button variant="default" onClick={() => void signOut()}>
              {t('shell.signOut')}
            </Button>
          </>
        }
        callText={t('accounts.glitchCall')}
        reference={error instanceof ApiProblem ? error.correlationId : undefined}
      >
        <p>{t('accounts.glitchText')}</p>
        <p>{t('accounts.glitchAutopay')}</p>
      </Message>
    </PublicFrame>
  );
}
