import type { BillingRefresh } from '@myaccount/contract/home';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressLines } from '../accounts/AddressLines.tsx';
import { AddressButton } from '../account-info/AddressButton.tsx';
import { MethodWords } from '../payment-methods/MethodWords.tsx';
import { ManageFact } from './ManageFact.tsx';
import classes from './ManagePanel.module.css';

/** Default method and billing address, each with a way to change it (HOME-5). */
export function BillingDetails({ details }: { details: BillingRefresh['billDetails'] }) {
  const { t } = useTranslation();
  const titleId = useId();
  const method = details.defaultPaymentMethod?.payment_method;
  const change = method ? 'edit' : 'add';
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{t('home.billingDetails.title')}</h3>
      <dl className={classes.facts}>
        <ManageFact term={t('home.billingDetails.method')}>
          {method ? <MethodWords method={method} /> : t('home.billingDetails.noMethod')}{' '}
          <Link
            to="/billing/manage-payment-methods"
            className={classes.factLink}
            aria-label={t(`home.billingDetails.${change}Methods`)}
          >
            {t(`home.billingDetails.${change}`)}
          </Link>
        </ManageFact>
        <ManageFact term={t('home.billingDetails.address')}>
          <AddressButton
            className={classes.factButton}
            label={t(`home.billingDetails.${details.billingAddress ? 'edit' : 'add'}Address`)}
          >
            {t(`home.billingDetails.${details.billingAddress ? 'edit' : 'add'}`)}
          </AddressButton>
          {details.billingAddress ? (
            <AddressLines address={details.billingAddress} />
          ) : (
            t('home.billingDetails.noAddress')
          )}
        </ManageFact>
      </dl>
    </section>
  );
}
