import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import { changeableFields } from '@myaccount/contract/customer-fields';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import layout from '../../ui/layout.module.css';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AccountSection } from './AccountSection.tsx';
import { contactForm, formatPhone } from './account-fields.ts';
import { type AccountPlace, useAccountForm } from './useAccountForm.ts';
import { WaitingAddress } from './WaitingAddress.tsx';

/** Email and phone of the account, to see and to change (CONTACT-1), and the address that waits (CONTACT-3). */
export function ContactSection({ place }: { place: AccountPlace }) {
  const { t } = useTranslation();
  const { customer, pendingEmailAddress, role, ownsContact } = useAccount();
  const mayChange = isHolder({ role, ownsContact }, accountRights.emailAddress.set);
  const editing = useAccountForm(contactForm, place);
  return (
    <div className={layout.stack}>
      <AccountSection
        editing={editing}
        editText={t('account-info.edit')}
        editLabel={t('contact.edit')}
        lockedText={mayChange ? undefined : t('contact.owner', { phone: config.brand.supportPhone })}
      >
        <Facts>
          <Fact term={t('contact.fields.emailAddress')}>
            {customer.emailAddress ? <EmailAddress address={customer.emailAddress} /> : t('contact.none')}
          </Fact>
          {changeableFields.map((name) => (
            <Fact key={name} term={t(`customer-fields.${name}.label`)}>
              {customer[name] ? formatPhone(customer[name]) : t('contact.none')}
            </Fact>
          ))}
        </Facts>
      </AccountSection>
      <WaitingAddress key={pendingEmailAddress} />
    </div>
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
