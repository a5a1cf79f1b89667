import { streetOf } from '@myaccount/contract/address-lines';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatches } from '@tanstack/react-router';
import { Fragment, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { correlationIdOf } from '../api/api-problem.ts';
import { serviceAddressOf } from '../features/accounts/account-face.rules.ts';
import { type AccountIds, accountNumbers, selectedAccountIds } from '../features/accounts/account-ids.ts';
import {
  accountQuery,
  billingAccountQuery,
  SelectedAccountContext,
  useAccount,
} from '../features/accounts/accounts.queries.ts';
import { signOut } from '../features/login/sign-in.ts';
import { Button } from '../ui/Button.tsx';
import { useIsAtLeast } from '../ui/breakpoints.ts';
import { Dropdown } from '../ui/Dropdown.tsx';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { FullPageSpinner } from '../ui/Spinner.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { AccountEntries } from './Menu.tsx';
import { DowntimeBanner, MobileBanner, PublicFrame } from './PublicFrame.tsx';
import classes from './Shell.module.css';

/** Layout of every signed-in page, once the account has loaded; `children` replace the page of the route. */
export function SignedInShell({ children = <Outlet /> }: { children?: ReactNode }) {
  // Of the page that shows: a page of another account takes its place once it has loaded (SHELL-6).
  const { account } = (useMatches().at(-1)?.loaderDeps ?? {}) as { account?: AccountIds };
  const ids = account ?? selectedAccountIds();
  return ids ? <LoadedShell ids={ids}>{children}</LoadedShell> : <GlitchPage />;
}

/** A spinner until the account has loaded, an apology if it does not (SHELL-8). */
function LoadedShell({ ids, children }: { ids: AccountIds; children: ReactNode }) {
  const account = useQuery(accountQuery(ids));
  const billing = useQuery(billingAccountQuery(ids.accountNumber));
  if (account.data && billing.data) {
    return (
      <SelectedAccountContext value={ids}>
        <Frame>
          <Fragment key={ids.accountNumber}>{children}</Fragment>
        </Frame>
      </SelectedAccountContext>
    );
  }
  const error = account.error ?? billing.error;
  return error ? <GlitchPage error={error} /> : <FullPageSpinner />;
}

/** Replaces every page when the account could not be loaded: what it means, whom to call, and how to retry. */
function GlitchPage({ error }: { error?: unknown }) {
  const { t } = useTranslation();
  const actions = (
    <>
      <Button onClick={() => location.reload()}>{t('ui.tryAgain')}</Button>
      <Button variant="default" onClick={() => void signOut()}>
        {t('shell.signOut')}
      </Button>
    </>
  );
  return (
    <PublicFrame>
      <Message
        title={t('accounts.glitch')}
        actions={actions}
        callText={t('accounts.glitchCall')}
        reference={correlationIdOf(error)}
      >
        <p>{t('accounts.glitchText')}</p>
        <p>{t('accounts.glitchAutopay')}</p>
      </Message>
    </PublicFrame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const isDesktop = useIsAtLeast('desktop');
  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {t('shell.skip')}
      </a>
      <Header />
      <DowntimeBanner />
      <MobileBanner />
      <main id="content" tabIndex={-1} className={classes.content}>
        {isDesktop && accountNumbers().length > 1 && <ViewingAccount />}
        <Suspense fallback={<FullPageSpinner />}>{children}</Suspense>
      </main>
      <Footer />
    </div>
  );
}

/** “Viewing account”, for customers with several, on desktops only (SHELL-4). */
function ViewingAccount() {
  const { t } = useTranslation();
  const { accountNumber, customerAddress } = useAccount();
  const address = serviceAddressOf(customerAddress);
  const button = (
    <>
      <span className={classes.label}>{t('shell.viewingAccount')}</span>
      <span>{(address && streetOf(address)) || accountNumber}</span>
      <ChevronDownIcon size={16} />
    </>
  );
  return (
    <div className={classes.picker}>
      <Dropdown button={button}>
        <AccountEntries />
      </Dropdown>
    </div>
  );
}
