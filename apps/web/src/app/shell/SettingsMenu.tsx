import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../features/login/sign-in.ts';
import { useIsAtLeast } from '../../ui/breakpoints.ts';
import { Dropdown, DropdownEntry } from '../../ui/Dropdown.tsx';
import { SettingsIcon } from '../../ui/icons.tsx';
import { leavePage } from '../../ui/unsaved-changes.ts';
import { settingsMenu } from './menu.ts';

const PinMenuEntry = lazy(async () => ({
  default: (await import('../../features/account-info/PinSuggestion.tsx')).PinMenuEntry,
}));

/** Settings and signing out (SHELL-3); on a desktop the suggestion to update the PIN (PIN-3). */
export function SettingsMenu() {
  const { t } = useTranslation();
  const isDesktop = useIsAtLeast('desktop');
  return (
    <Dropdown button={<SettingsIcon size={20} />} buttonLabel={t('shell.settingsMenu')}>
      {settingsMenu.map(({ path, text }) => (
        <Link key={path} to={path} role="menuitem" tabIndex={-1}>
          {t(text)}
        </Link>
      ))}
      <DropdownEntry onChoose={() => leavePage(() => void signOut())}>{t('shell.signOut')}</DropdownEntry>
      {isDesktop && (
        <Suspense>
          <PinMenuEntry />
        </Suspense>
      )}
    </Dropdown>
  );
}
