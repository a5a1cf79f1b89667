import { useTranslation } from 'react-i18next';
import { serviceAddressOf, streetOf } from '../../features/accounts/account-face.rules.ts';
import { useAccount } from '../../features/accounts/accounts.queries.ts';
import { accountNumbers } from '../../features/accounts/selected-account.ts';
import { useIsAtLeast } from '../../ui/breakpoints.ts';
import { Dropdown } from '../../ui/Dropdown.tsx';
import { ChevronDownIcon } from '../../ui/icons.tsx';
import { AccountEntries } from './AccountEntries.tsx';
import classes from './ViewingAccount.module.css';

/** “Viewing account”, for customers with several, on desktops only (SHELL-4). */
export function ViewingAccount() {
  const isDesktop = useIsAtLeast('desktop');
  return isDesktop && accountNumbers().length > 1 ? <Picker /> : null;
}

function Picker() {
  const { t } = useTranslation();
  const { accountNumber, customerAddress } = useAccount();
  const address = serviceAddressOf(customerAddress);
  const button = (
    <>
      <span className={classes.label}>{t('shell.viewingAccount')}</span>
      {address ? streetOf(address) : accountNumber}
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
