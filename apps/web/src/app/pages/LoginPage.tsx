import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { LoginForm } from '../../features/login/LoginForm.tsx';
import { UnknownUser } from '../../features/login/UnknownUser.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { pathInside } from '../inside-path.ts';
import { paths } from '../paths.ts';
import { DowntimeBanner, MobileBanner } from '../shell/Banners.tsx';
import { Footer } from '../shell/Footer.tsx';
import { LanguageButtons } from '../shell/LanguageButtons.tsx';
import { Logo } from '../shell/Logo.tsx';
import classes from './LoginPage.module.css';

/** Signing in; leads back to the page that was asked for (LOGIN-1). */
export function LoginPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const { returnTo, ended } = useSearch({ from: paths.login });
  const [isUserUnknown, setIsUserUnknown] = useState(false);
  if (isUserUnknown) return <UnknownUser />;

  const goOn = () => {
    void router.navigate({ href: pathInside(returnTo) ?? paths.home, replace: true, ignoreBlocker: true });
  };

  return (
    <div className={classes.page}>
      <DowntimeBanner />
      <header className={classes.top}>
        <Logo />
        <LanguageButtons />
      </header>
      <main className={classes.main}>
        <div className={classes.card}>
          <PageTitle>{t('login.welcome', { brand: config.brand.name })}</PageTitle>
          {ended !== undefined && <p className={classes.ended}>{t('login.ended')}</p>}
          <LoginForm onSignedIn={goOn} onUnknownUser={() => setIsUserUnknown(true)} />
        </div>
      </main>
      <MobileBanner />
      <Footer />
    </div>
  );
}
