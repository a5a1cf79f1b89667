import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Fragment, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createQueryClient } from '../../api/query-client.ts';
import { AccountGate } from '../../features/accounts/AccountGate.tsx';
import { useSelectedAccount } from '../../features/accounts/selected-account.ts';
import { FullPageSpinner } from '../../ui/FullPageSpinner.tsx';
import { DowntimeBanner, MobileBanner } from './Banners.tsx';
import { Footer } from './Footer.tsx';
import { GlitchPage } from './GlitchPage.tsx';
import { Header } from './Header.tsx';
import classes from './SignedInShell.module.css';
import { useReturnAfterSignIn } from './useReturnAfterSignIn.ts';
import { ViewingAccount } from './ViewingAccount.tsx';

/** Layout of every signed-in page, once the account has loaded; `children` stand in for the page of the route. */
export function SignedInShell({ children = <Outlet /> }: { children?: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useReturnAfterSignIn();
  return (
    <QueryClientProvider client={queryClient}>
      <AccountGate renderFailure={(error) => <GlitchPage error={error} />}>
        <Frame>{children}</Frame>
      </AccountGate>
    </QueryClientProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {t('shell.skip')}
      </a>
      <Header />
      <DowntimeBanner />
      <MobileBanner />
      <main id="content" tabIndex={-1} className={classes.content}>
        <ViewingAccount />
        <Suspense fallback={<FullPageSpinner />}>
          <Fragment key={accountNumber}>{children}</Fragment>
        </Suspense>
      </main>
      <Footer />
    </div>
  );
}
