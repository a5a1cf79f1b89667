import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../api/config.ts';
import { useListedAccounts, useSelectedAccount } from '../features/accounts/accounts.queries.ts';
import { signOut } from '../features/login/sign-in.ts';
import { IconButton } from '../ui/Button.tsx';
import { useIsAtLeast } from '../ui/breakpoints.ts';
import { Dropdown, DropdownEntry, DropdownGroup } from '../ui/Dropdown.tsx';
import { ChevronDownIcon, MenuIcon, SettingsIcon } from '../ui/icons.tsx';
import layout from '../ui/layout.module.css';
import { lazyPart } from '../ui/lazy-part.tsx';
import { leavePage } from '../ui/unsaved-changes.ts';
import classes from './Header.module.css';
import { AccountEntries, MenuLinks, settingsMenu, shownEntries } from './Menu.tsx';
import { LanguageButtons, Logo } from './PublicFrame.tsx';
import { paths } from './paths.ts';

const PinMenuEntry = lazyPart(
  async () => (await import('../features/account-info/PinSuggestion.tsx')).PinMenuEntry,
);
/** Until then the page itself loads and is drawn. */
const menuLoadsAfterMs = 1_000;
const loadMenu = async () => (await import('./PhoneMenu.tsx')).PhoneMenu;
// Wide screens have no use for it.
const PhoneMenu = lazyPart(loadMenu);

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
        {isWide ? (
          <>
            <MenuLinks className={`${layout.bar} ${classes.menu}`} />
            <div className={classes.controls}>
              <LanguageButtons />
              <AccountMenu />
              <SettingsMenu />
            </div>
          </>
        ) : (
          <PhoneControls />
        )}
      </div>
    </header>
  );
}

/** Ends the session, after a question where something is unsaved. */
function SignOutEntry({ children }: { children: string }) {
  return <DropdownEntry onChoose={() => leavePage(() => void signOut())}>{children}</DropdownEntry>;
}

/** The selected account's number, with a menu of the accounts and “Logout” (SHELL-4). */
function AccountMenu() {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const button = (
    <>
      <span>{t('shell.account', { number: accountNumber })}</span>
      <ChevronDownIcon size={16} />
    </>
  );
  return (
    <Dropdown button={button}>
      <DropdownGroup title={t('shell.yourAccounts')}>
        <AccountEntries />
      </DropdownGroup>
      <SignOutEntry>{t('shell.logout')}</SignOutEntry>
    </Dropdown>
  );
}

/** Settings and signing out (SHELL-3); on a desktop the suggestion to update the PIN (PIN-3). */
function SettingsMenu() {
  const { t } = useTranslation();
  const isDesktop = useIsAtLeast('desktop');
  return (
    <Dropdown button={<SettingsIcon size={20} />} buttonLabel={t('shell.settingsMenu')}>
      {shownEntries(settingsMenu).map(([path, text]) => (
        <Link key={path} to={path} role="menuitem" tabIndex={-1}>
          {t(text)}
        </Link>
      ))}
      <SignOutEntry>{t('shell.signOut')}</SignOutEntry>
      {isDesktop && <PinMenuEntry />}
    </Dropdown>
  );
}

/** On a phone: the account, and the button of the drawer at the side (SHELL-5). What it holds loads once the page is there. */
function PhoneControls() {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    // A failure shows when the drawer opens.
    const timer = setTimeout(() => loadMenu().catch(() => undefined), menuLoadsAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p className={classes.account} data-screen>
        <span>{t('shell.account', { number: accountNumber })}</span>
      </p>
      <IconButton
        label={t('shell.openMenu')}
        className={classes.open}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <MenuIcon size={22} />
      </IconButton>
      {isOpen && <PhoneMenu onClose={() => setIsOpen(false)} />}
    </>
  );
}
