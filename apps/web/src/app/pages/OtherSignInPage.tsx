import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signedInUser } from '../../api/session.ts';
import { signOut } from '../../features/login/sign-in.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { pathInside } from '../inside-path.ts';
import { paths } from '../paths.ts';
import { signInAddress } from '../sign-in-address.ts';

/** Shown for a link to an account that is none of the caller's: which sign-in it needs, and the way there (SHELL-15). */
export function OtherSignInPage() {
  const { t } = useTranslation();
  const { returnTo } = useSearch({ from: '/signed-in/other-sign-in' });
  const { email } = signedInUser();
  return (
    <Message
      title={t('shell.otherSignIn.title')}
      actions={
        <>
          <Button onClick={() => void signOut(signInAddress(pathInside(returnTo)))}>
            {t('shell.otherSignIn.switch')}
          </Button>
          <Link to={paths.home} {...buttonLook({ variant: 'default' })}>
            {t('shell.otherSignIn.stay')}
          </Link>
        </>
      }
      callText={t('shell.needHelp')}
    >
      <p>{t('shell.otherSignIn.text', { email })}</p>
      <p>{t('shell.otherSignIn.meaning')}</p>
    </Message>
  );
}
