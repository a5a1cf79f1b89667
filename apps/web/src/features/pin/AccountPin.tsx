import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { EditableValues } from '../account-info/EditableValues.tsx';
import { EditField } from '../account-info/EditField.tsx';
import { EditForm } from '../account-info/EditForm.tsx';
import { FreshCodeStep } from '../account-info/FreshCodeStep.tsx';
import type { AccountPlace } from '../account-info/useAccountChange.ts';
import { type EditableForm, useAccountForm } from '../account-info/useAccountForm.ts';
import { useAccount } from '../accounts/accounts.queries.ts';
import classes from './AccountPin.module.css';
import { PinSuggestion } from './PinSuggestion.tsx';
import { type PinValues, pinDigits, pinForm } from './pin.form.ts';
import { ShowPinButton } from './ShowPinButton.tsx';
import { useShownPin } from './useShownPin.ts';

/** The account PIN, masked until asked for (PIN-2), and the form that changes it (PIN-1). */
export function AccountPin({ place }: { place: AccountPlace }) {
  const { t } = useTranslation();
  const { customer } = useAccount();
  const editing = useAccountForm(pinForm, place);
  const count = config.limits.pinDigits;
  return (
    <>
      <EditableValues
        editing={editing}
        editText={t(customer.hasPin ? 'account-info.edit' : 'pin.set')}
        editLabel={t(customer.hasPin ? 'pin.edit' : 'pin.setLabel')}
        view={<MaskedPin isNamed={place === 'profile'} />}
      >
        <EditForm editing={editing} title={t('pin.formTitle')} unchangedText={t('pin.unchanged')}>
          <PinField editing={editing} count={count} />
        </EditForm>
      </EditableValues>
      {place === 'profile' && !editing.values && <PinSuggestion onEdit={editing.edit} />}
    </>
  );
}

interface PinFieldProps {
  readonly editing: EditableForm<PinValues>;
  readonly count: number;
}

function PinField({ editing, count }: PinFieldProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={classes.field}>
      <EditField
        editing={editing}
        name="PIN"
        type={isShown ? 'text' : 'password'}
        inputMode="numeric"
        autoComplete="off"
        hint={t('pin.hint', { count })}
        clean={pinDigits}
        errorValues={{ count }}
        // Typing replaces the PIN on record.
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <ShowPinButton isShown={isShown} onToggle={() => setIsShown(!isShown)} />
    </div>
  );
}

/**
 * Four dots, or the digits once they are asked for, with a code if the session is not fresh. Whoever may not read the PIN reads
 * why there is nothing to see. Its card may name it.
 */
function MaskedPin({ isNamed }: { isNamed: boolean }) {
  const { t } = useTranslation();
  const { customer, role, ownsContact } = useAccount();
  const shown = useShownPin();
  const mayRead = isHolder({ role, ownsContact }, accountRights.pin.read);
  return (
    <dl className={classes.pin}>
      <dt className={isNamed ? undefined : classes.hidden}>{t('pin.fields.PIN')}</dt>
      <dd>
        {!mayRead && t('pin.member')}
        {mayRead && !customer.hasPin && t('pin.none')}
        {mayRead && customer.hasPin && (
          <span className={classes.value}>
            {shown.pin ? (
              <span className={classes.digits}>{shown.pin}</span>
            ) : (
              <span role="img" aria-label={t('pin.hidden')} className={classes.digits}>
                {'•'.repeat(config.limits.pinDigits)}
              </span>
            )}
            <ShowPinButton isShown={shown.pin !== undefined} onToggle={shown.toggle} />
          </span>
        )}
      </dd>
      <FreshCodeStep change={shown.reading} purpose="show" />
    </dl>
  );
}
