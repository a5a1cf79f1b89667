import { NativeSelect } from '@mantine/core';
import { accountNumbers, useSelectedAccount } from '../../features/accounts/selected-account.ts';
import { useAccountSwitch } from './useAccountSwitch.ts';

interface AccountPickerProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly onPicked?: () => void;
}

/** Chooses among the customer's accounts. */
export function AccountPicker({ label, className, onPicked }: AccountPickerProps) {
  const { accountNumber } = useSelectedAccount();
  const switchTo = useAccountSwitch();
  return (
    <NativeSelect
      label={label}
      className={className ?? ''}
      data={accountNumbers()}
      value={accountNumber}
      onChange={(event) => {
        switchTo(event.currentTarget.value);
        onPicked?.();
      }}
    />
  );
}
