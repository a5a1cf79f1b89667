import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../../api/config.ts';
import { LoginForm } from '../../../features/login/LoginForm.tsx';
import { UnknownUser } from '../../../features/login/UnknownUser.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { paths } from '../../paths.ts';
import { PublicFrame } from '../../shell/PublicFrame.tsx';
import classes from './LoginPage.module.css';
import { useLeaveLogin } from './useLeaveLogin.ts';

/** Sign-in; returns to the requested page (LOGIN-1). */
export function LoginPage() {
  const { t } = useTranslation();
  const leave = useLeaveLogin();
  const { returnTo, ended } = useSearch({ from: paths.login });
  const [isUserUnknown, setIsUserUnknown] = useState(false);

  if (isUserUnknown) {
    return (
      <PublicFrame>
        <UnknownUser onRetry={() => location.reload()} />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame>
      <PageTitle>{t('login.welcome', { brand: config.brand.name })}</PageTitle>
      {ended !== undefined && <p className={classes.ended}>{t('login.ended')}</p>}
      <LoginForm
        returnTo={returnTo}
        onSignedIn={() => leave(returnTo)}
        onUnknownUser={() => setIsUserUnknown(true)}
      />
    </PublicFrame>
  );
}
