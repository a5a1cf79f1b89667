import { useTranslation } from 'react-i18next';
import { EditableValues } from '../account-info/EditableValues.tsx';
import type { AccountPlace } from '../account-info/useAccountChange.ts';
import { useAccountForm } from '../account-info/useAccountForm.ts';
import { AddressLines } from '../accounts/AddressLines.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AddressFields } from './AddressFields.tsx';
import { addressForm } from './address.form.ts';

/** The billing address, to see and to change (ADDRESS-1). */
export function BillingAddress({ place }: { place: AccountPlace }) {
  const { t } = useTranslation();
  const editing = useAccountForm(addressForm, place);
  const billing = useAccount().customerAddress.find(({ addressType }) => addressType === 'Billing');
  return (
    <EditableValues
      editing={editing}
      editText={t(billing ? 'account-info.edit' : 'address.add')}
      editLabel={t(billing ? 'address.edit' : 'address.addLabel')}
      view={billing ? <AddressLines address={billing} /> : <p>{t('address.none')}</p>}
    >
      <AddressFields editing={editing} />
    </EditableValues>
  );
}
