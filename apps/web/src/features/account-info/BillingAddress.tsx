import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { AddressLines } from '../accounts/AddressLines.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AccountForm } from './AccountForm.tsx';
import { AccountSection } from './AccountSection.tsx';
import { addressForm, billingAddressOf } from './account-fields.ts';
import { UnsavedChanges, useUnsavedChanges } from './UnsavedChanges.tsx';
import { useAccountForm } from './useAccountForm.ts';

/** The billing address, to see and to change (ADDRESS-1). */
export function BillingAddressSection() {
  const { t } = useTranslation();
  const editing = useAccountForm(addressForm, 'settings');
  const billing = billingAddressOf(useAccount());
  return (
    <AccountSection
      editing={editing}
      editText={t(billing ? 'account-info.edit' : 'address.add')}
      editLabel={t(billing ? 'address.edit' : 'address.addLabel')}
    >
      {billing ? <AddressLines address={billing} /> : <p>{t('address.none')}</p>}
    </AccountSection>
  );
}

/** The billing address in a panel of the dashboard (HOME-5). */
export function BillingAddressPanel({ onClose }: { onClose: () => void }) {
  return (
    <UnsavedChanges>
      <AddressPanel onClose={onClose} />
    </UnsavedChanges>
  );
}

function AddressPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const editing = useAccountForm(addressForm, 'settings', onClose);
  const close = useUnsavedChanges(editing.isChanged, editing.close);
  const { values, edit } = editing;

  useEffect(() => {
    if (!values) edit();
  }, [values, edit]);

  return (
    <SidePanel isWide title={t('address.formTitle')} onClose={close}>
      {values && <AccountForm editing={editing} />}
    </SidePanel>
  );
}
