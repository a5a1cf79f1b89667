import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { useListedAccounts } from '../../features/accounts/accounts.queries.ts';
import { useSelectedAccount } from '../../features/accounts/selected-account.ts';
import { useIsAtLeast } from '../../ui/breakpoints.ts';
import { paths } from '../paths.ts';
import { AccountMenu } from './AccountMenu.tsx';
import classes from './Header.module.css';
import { LanguageButtons } from './LanguageButtons.tsx';
import { Logo } from './Logo.tsx';
import { MenuLinks } from './MenuLinks.tsx';
import { PhoneDrawer } from './PhoneDrawer.tsx';
import { SettingsMenu } from './SettingsMenu.tsx';

/** The top bar: logo, menu, account, language, settings. On a phone, a drawer holds all but the logo. */
export function Header() {
  const { t } = useTranslation();
  const isWide = useIsAtLeast('tablet');
  // Loads them before a picker opens.
  useListedAccounts();
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link
          to={paths.home}
          className={classes.logo}
          aria-label={t('shell.logo', { brand: config.brand.name })}
        >
          <Logo />
        </Link>
        {isWide ? <WideControls /> : <PhoneControls />}
      </div>
    </header>
  );
}

function WideControls() {
  return (
    <>
      <MenuLinks className={classes.menu} />
      <div className={classes.controls}>
        <LanguageButtons />
        <AccountMenu />
        <SettingsMenu />
      </div>
    </>
  );
}

function PhoneControls() {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  return (
    <>
      <p className={classes.account}>
        <span>{t('shell.account', { number: accountNumber })}</span>
      </p>
      <PhoneDrawer />
    </>
  );
}
