import { useTranslation } from 'react-i18next';
import { useSelectedAccount } from '../../features/accounts/selected-account.ts';
import { signOut } from '../../features/login/sign-in.ts';
import { Dropdown, DropdownEntry, DropdownGroup } from '../../ui/Dropdown.tsx';
import { ChevronDownIcon } from '../../ui/icons.tsx';
import { leavePage } from '../../ui/unsaved-changes.ts';
import { AccountEntries } from './AccountEntries.tsx';

/** The selected account's number, with a menu of the accounts and “Sign out” (SHELL-4). */
export function AccountMenu() {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const button = (
    <>
      {t('shell.account', { number: accountNumber })}
      <ChevronDownIcon size={16} />
    </>
  );
  return (
    <Dropdown button={button}>
      <DropdownGroup title={t('shell.yourAccounts')}>
        <AccountEntries />
      </DropdownGroup>
      <DropdownEntry onChoose={() => leavePage(() => void signOut())}>{t('shell.signOut')}</DropdownEntry>
    </Dropdown>
  );
}
