import { AccountRow } from '../../features/accounts/AccountRow.tsx';
import { accountNumbers, useSelectedAccount } from '../../features/accounts/selected-account.ts';
import { DropdownEntry } from '../../ui/Dropdown.tsx';
import { useAccountSwitch } from './useAccountSwitch.ts';

/** The customer's accounts as entries of a menu; the selected one is chosen. */
export function AccountEntries() {
  const { accountNumber: selected } = useSelectedAccount();
  const switchTo = useAccountSwitch();
  return accountNumbers().map((number) => (
    <DropdownEntry key={number} isChosen={number === selected} onChoose={() => switchTo(number)}>
      <AccountRow accountNumber={number} />
    </DropdownEntry>
  ));
}
