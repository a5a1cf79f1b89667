import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { UnsavedChanges, useUnsavedChanges } from '../account-info/UnsavedChanges.tsx';
import { useAccountForm } from '../account-info/useAccountForm.ts';
import { AddressFields } from './AddressFields.tsx';
import { addressForm } from './address.form.ts';

/** The billing address in a panel of the dashboard (HOME-5). */
export function AddressDialog({ onClose }: { onClose: () => void }) {
  return (
    <UnsavedChanges>
      <AddressPanel onClose={onClose} />
    </UnsavedChanges>
  );
}

function AddressPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const editing = useAccountForm(addressForm, 'dashboard', onClose);
  const close = useUnsavedChanges(editing.isChanged, editing.close);
  const { values, edit } = editing;

  useEffect(() => {
    if (!values) edit();
  }, [values, edit]);

  return (
    <SidePanel isOpen isWide title={t('address.formTitle')} onClose={close}>
      {values && <AddressFields editing={editing} />}
    </SidePanel>
  );
}
