import type { Address } from '@myaccount/contract/accounts';
import type { BillingRefresh } from '@myaccount/contract/home';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Section.tsx';
import { useMethodName } from '../payment-methods/useMethodName.ts';
import classes from './BillingDetailsCard.module.css';

/** Default method and billing address (HOME-5). */
export function BillingDetailsCard({ details }: { details: BillingRefresh['billDetails'] }) {
  const { t } = useTranslation();
  const nameMethod = useMethodName();
  const method = details.defaultPaymentMethod?.payment_method;
  return (
    <Section title={t('home.billingDetails.title')}>
      <dl className={classes.list}>
        <div>
          <dt>{t('home.billingDetails.method')}</dt>
          <dd>
            {method ? nameMethod(method) : t('home.billingDetails.noMethod')}
            {method?.nickname && (
              <span className={classes.quiet}>
                <bdi>{method.nickname}</bdi>
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('home.billingDetails.address')}</dt>
          <dd>
            {details.billingAddress ? (
              <AddressLines address={details.billingAddress} />
            ) : (
              t('home.billingDetails.noAddress')
            )}
          </dd>
        </div>
      </dl>
    </Section>
  );
}

function AddressLines({ address }: { address: Address }) {
  const street = [address.streetNrFirst, address.streetNrLast, address.streetName].filter(Boolean).join(' ');
  return (
    <address className={classes.address}>
      <span>
        <bdi>{street}</bdi>
      </span>
      <span>
        <bdi>{`${address.city}, ${address.state} ${address.postCode}`}</bdi>
      </span>
    </address>
  );
}
