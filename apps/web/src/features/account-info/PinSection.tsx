import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import layout from '../../ui/layout.module.css';
import { showToast } from '../../ui/toasts.ts';
import { accountQuery, useAccount, useSelectedAccount } from '../accounts/accounts.queries.ts';
import { FreshCodeStep, ShowPinButton } from './AccountForm.tsx';
import { AccountSection } from './AccountSection.tsx';
import { pinForm } from './account-fields.ts';
import { FreshCodeNeeded, isWaiting, requestFreshCode } from './account-info.queries.ts';
import classes from './PinSection.module.css';
import { PinSuggestion } from './PinSuggestion.tsx';
import { type AccountPlace, useAccountForm } from './useAccountForm.ts';

/** The account PIN, masked until asked for (PIN-2), and the form that changes it (PIN-1). */
export function PinSection({ place }: { place: AccountPlace }) {
  const { t } = useTranslation();
  const { hasPin } = useAccount().customer;
  const editing = useAccountForm(pinForm, place);
  return (
    <div className={layout.stack}>
      <AccountSection
        editing={editing}
        editText={t(hasPin ? 'account-info.edit' : 'pin.set')}
        editLabel={t(hasPin ? 'pin.edit' : 'pin.setLabel')}
      >
        <MaskedPin isNamed={place === 'profile'} />
      </AccountSection>
      {place === 'profile' && !editing.values && <PinSuggestion onEdit={editing.edit} />}
    </div>
  );
}

/** Four dots, or the digits once they are asked for; or why there is nothing to see. Its card may name it. */
function MaskedPin({ isNamed }: { isNamed: boolean }) {
  const { t } = useTranslation();
  const { customer, role, ownsContact } = useAccount();
  const { refetch } = useQuery(accountQuery(useSelectedAccount()));
  const [isShown, setIsShown] = useState(false);
  // A session that is not fresh gets it after a code.
  const { mutate, reset, error } = useMutation({
    mutationFn: async () => {
      const { data } = await refetch({ throwOnError: true });
      if (!data?.customer.PIN) throw new FreshCodeNeeded(await requestFreshCode());
    },
    onSuccess: () => setIsShown(true),
    onError: (failure) => {
      if (!isWaiting(failure)) showToast('failure', t('pin.notShown'));
    },
  });
  const mayRead = isHolder({ role, ownsContact }, accountRights.pin.read);
  const pin = isShown && customer.PIN;
  const show = () => (customer.PIN ? setIsShown(true) : mutate());
  return (
    <dl>
      <dt className={isNamed ? layout.small : layout.hidden}>{t('pin.fields.PIN')}</dt>
      <dd>
        {!mayRead && <span>{t('pin.member')}</span>}
        {mayRead && !customer.hasPin && <span>{t('pin.none')}</span>}
        {mayRead && customer.hasPin && (
          <span className={layout.row}>
            {pin ? (
              <span className={classes.digits}>{pin}</span>
            ) : (
              <span role="img" aria-label={t('pin.hidden')} className={classes.digits}>
                {'•'.repeat(config.limits.pinDigits)}
              </span>
            )}
            <ShowPinButton isShown={Boolean(pin)} onToggle={() => (pin ? setIsShown(false) : show())} />
          </span>
        )}
      </dd>
      <FreshCodeStep purpose="show" change={{ error, saveAgain: () => mutate(), giveUp: reset }} />
    </dl>
  );
}
