import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../features/login/sign-in.ts';
import { Dropdown, DropdownEntry } from '../../ui/Dropdown.tsx';
import { SettingsIcon } from '../../ui/icons.tsx';
import { settingsMenu } from './menu.ts';

/** Settings and signing out (SHELL-3). */
export function SettingsMenu() {
  const { t } = useTranslation();
  return (
    <Dropdown button={<SettingsIcon size={20} />} buttonLabel={t('shell.settingsMenu')}>
      {settingsMenu.map(({ path, text }) => (
        <Link key={path} to={path} role="menuitem" tabIndex={-1}>
          {t(text)}
        </Link>
      ))}
      <DropdownEntry onChoose={() => void signOut()}>{t('shell.signOut')}</DropdownEntry>
    </Dropdown>
  );
}
