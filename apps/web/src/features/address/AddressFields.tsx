import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { EditField } from '../account-info/EditField.tsx';
import { EditForm } from '../account-info/EditForm.tsx';
import type { EditableForm } from '../account-info/useAccountForm.ts';
import { type AddressValues, zipDigits } from './address.form.ts';

const maximumLength = 100;

/** The form of the billing address (ADDRESS-1). */
export function AddressFields({ editing }: { editing: EditableForm<AddressValues> }) {
  const { t } = useTranslation();
  const count = config.limits.zipDigits;
  const field = { editing, maxLength: maximumLength };
  return (
    <EditForm editing={editing} title={t('address.formTitle')} unchangedText={t('account-info.unchanged')}>
      <EditField {...field} name="streetNrFirst" autoComplete="off" />
      <EditField {...field} name="streetNrLast" autoComplete="off" hint={t('address.unitHint')} />
      <EditField {...field} name="streetName" autoComplete="billing address-line1" />
      <EditField {...field} name="city" autoComplete="billing address-level2" />
      <EditField {...field} name="state" autoComplete="billing address-level1" />
      <EditField
        editing={editing}
        name="postCode"
        inputMode="numeric"
        autoComplete="billing postal-code"
        clean={zipDigits}
        errorValues={{ count }}
      />
      <EditField {...field} name="country" readOnly hint={t('address.countryHint')} />
    </EditForm>
  );
}
