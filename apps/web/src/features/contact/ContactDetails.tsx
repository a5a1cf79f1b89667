import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import { changeableFields } from '@myaccount/contract/customer-fields';
import { maximumEmailLength } from '@myaccount/contract/email-address';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { EditableValues } from '../account-info/EditableValues.tsx';
import { EditField } from '../account-info/EditField.tsx';
import { EditForm } from '../account-info/EditForm.tsx';
import type { AccountPlace } from '../account-info/useAccountChange.ts';
import { useAccountForm } from '../account-info/useAccountForm.ts';
import { useAccount } from '../accounts/accounts.queries.ts';
import { contactForm, formatPhone, phoneDigits } from './contact.form.ts';
import { WaitingAddress } from './WaitingAddress.tsx';

/** Email and phone of the account, to see and to change (CONTACT-1), and the address that waits (CONTACT-3). */
export function ContactDetails({ place }: { place: AccountPlace }) {
  const { t } = useTranslation();
  const { pendingEmailAddress, pendingEmailUntil, role, ownsContact } = useAccount();
  const mayChange = isHolder({ role, ownsContact }, accountRights.emailAddress.set);
  const editing = useAccountForm(contactForm, place);
  return (
    <>
      <EditableValues
        editing={editing}
        editText={t('account-info.edit')}
        editLabel={t('contact.edit')}
        lockedText={mayChange ? undefined : t('contact.owner', { phone: config.brand.supportPhone })}
        view={<ContactFacts />}
      >
        <EditForm
          editing={editing}
          title={t('contact.formTitle')}
          unchangedText={t('account-info.unchanged')}
        >
          <EditField
            editing={editing}
            name="emailAddress"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={maximumEmailLength}
            hint={t('contact.emailHint')}
          />
          {changeableFields.map((name) => (
            <EditField
              key={name}
              editing={editing}
              name={name}
              type="tel"
              inputMode="numeric"
              autoComplete="tel-national"
              hint={t('contact.phoneHint', { count: config.limits.phoneDigits })}
              clean={phoneDigits}
              errorValues={{ count: config.limits.phoneDigits }}
            />
          ))}
        </EditForm>
      </EditableValues>
      {pendingEmailAddress && pendingEmailUntil && (
        <WaitingAddress
          key={pendingEmailAddress}
          address={pendingEmailAddress}
          lastDay={pendingEmailUntil}
          mayProve={mayChange}
          mayCancel={isHolder({ role, ownsContact }, accountRights.waitingAddress.set)}
        />
      )}
    </>
  );
}

/** An address that breaks after its @ before it breaks anywhere else. */
function EmailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <bdi>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}

function ContactFacts() {
  const { t } = useTranslation();
  const { emailAddress, ...fields } = useAccount().customer;
  return (
    <Facts>
      <Fact term={t('contact.fields.emailAddress')}>
        {emailAddress ? <EmailAddress address={emailAddress} /> : t('contact.none')}
      </Fact>
      {changeableFields.map((name) => (
        <Fact key={name} term={t(`customer-fields.${name}.label`)}>
          {fields[name] ? formatPhone(fields[name]) : t('contact.none')}
        </Fact>
      ))}
    </Facts>
  );
}
