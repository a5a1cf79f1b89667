import { useTranslation } from 'react-i18next';
import { accountNumbers, useSelectedAccount } from '../../features/accounts/selected-account.ts';
import { signOut } from '../../features/login/sign-in.ts';
import { Dropdown, DropdownEntry, DropdownTitle } from '../../ui/Dropdown.tsx';
import { ChevronDownIcon } from '../../ui/icons.tsx';
import { useAccountSwitch } from './useAccountSwitch.ts';

/** The selected account's number, with a list of the others and Logout (SHELL-4). */
export function AccountMenu() {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const switchTo = useAccountSwitch();
  const button = (
    <>
      {t('shell.account', { number: accountNumber })}
      <ChevronDownIcon size={16} />
    </>
  );
  return (
    <Dropdown button={button}>
      {(close) => (
        <>
          <DropdownTitle>{t('shell.yourAccounts')}</DropdownTitle>
          {accountNumbers().map((number) => (
            <DropdownEntry
              key={number}
              isCurrent={number === accountNumber}
              onChoose={() => {
                close();
                switchTo(number);
              }}
            >
              {number}
            </DropdownEntry>
          ))}
          <DropdownEntry onChoose={() => void signOut()}>{t('shell.logout')}</DropdownEntry>
        </>
      )}
    </Dropdown>
  );
}
