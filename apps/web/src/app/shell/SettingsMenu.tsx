import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../features/login/sign-in.ts';
import { Dropdown, DropdownEntry } from '../../ui/Dropdown.tsx';
import { settingsMenu } from './menu.ts';

/** Settings and signing out (SHELL-3). */
export function SettingsMenu() {
  const { t } = useTranslation();
  return (
    <Dropdown button={<IconSettings size={20} aria-hidden="true" />} buttonLabel={t('shell.settingsMenu')}>
      {(close) => (
        <>
          {settingsMenu.map(({ path, text }) => (
            <li key={path}>
              <Link to={path} onClick={close}>
                {t(text)}
              </Link>
            </li>
          ))}
          <DropdownEntry onChoose={() => void signOut()}>{t('shell.signOut')}</DropdownEntry>
        </>
      )}
    </Dropdown>
  );
}
