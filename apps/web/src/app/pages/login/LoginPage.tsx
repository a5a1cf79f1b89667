import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginForm } from '../../../features/login/LoginForm.tsx';
import { UnknownUser } from '../../../features/login/UnknownUser.tsx';
import { PublicFrame } from '../../shell/PublicFrame.tsx';
import classes from './LoginPage.module.css';

interface LoginPageProps {
  /** The page that the visitor wanted. */
  readonly returnTo?: string | undefined;
  /** True when the server ended the session during use. */
  readonly hasEnded?: boolean;
  /** Rendered while a code is pending; warns before leaving (LOGIN-5). */
  readonly leaveWarning: ReactNode;
  readonly onMailSent?: () => void;
  readonly onSignedIn: () => void;
}

/** Sign-in (LOGIN-1). It knows nothing of the router, so that it can start without it. */
export function LoginPage({ hasEnded = false, ...form }: LoginPageProps) {
  const { t } = useTranslation();
  const [isUserUnknown, setIsUserUnknown] = useState(false);
  const notice = hasEnded && (
    <p role="alert" className={classes.ended}>
      {t('login.ended')}
    </p>
  );
  return (
    <PublicFrame>
      {isUserUnknown ? (
        <UnknownUser onRetry={() => location.reload()} />
      ) : (
        <LoginForm
          returnTo={undefined}
          {...form}
          notice={notice}
          onUnknownUser={() => setIsUserUnknown(true)}
        />
      )}
    </PublicFrame>
  );
}
