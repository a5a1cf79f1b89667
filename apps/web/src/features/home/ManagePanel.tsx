import type { BillingRefresh } from '@myaccount/contract/home';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { buttonLook } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { LinkButton, textLink } from '../../ui/TextLink.tsx';
import { AddressLines } from '../accounts/AddressLines.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AutopayButton } from '../autopay/AutopayButton.tsx';
import { PaperlessChoice } from '../paperless/PaperlessChoice.tsx';
import { MethodWords } from '../payment-methods/MethodWords.tsx';
import classes from './ManagePanel.module.css';

// Few customers move: its code loads when the panel opens.
const BillingAddressPanel = lazy(async () => ({
  default: (await import('../account-info/BillingAddress.tsx')).BillingAddressPanel,
}));

/** How bills are delivered and paid, with links to change it (HOME-3), and the billing details (HOME-5). */
export function ManagePanel({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const isActive = useAccount().accountStatus === 'ACTIVE';
  const autopayState = t(billing.isAutoPayEnabled ? 'home.manage.autopayOn' : 'home.manage.autopayOff');
  return (
    <Section title={t('home.manage.title')} className={classes.panel ?? ''}>
      <div className={classes.groups}>
        <dl className={classes.facts}>
          <ManageFact term={t('autopay.title')}>
            {isActive ? (
              <AutopayButton billing={billing} surface="dashboard" look="switch" label={t('autopay.title')}>
                {autopayState}
              </AutopayButton>
            ) : (
              autopayState
            )}
          </ManageFact>
        </dl>
        <BillingDetails details={billing.billDetails} />
        <PaperlessChoice billType={billing.isEbillEnabled} place="dashboard" />
      </div>
      <div className={classes.actions}>
        {isActive && (
          <Link to="/billing/make-payment" {...buttonLook({ variant: 'default' })}>
            {t('home.manage.makePayment')}
          </Link>
        )}
        <a className={layout.linkTarget} href={config.brand.referUrl} target="_blank" rel="noreferrer">
          {t('home.manage.refer')}
        </a>
      </div>
    </Section>
  );
}

/** Default method and billing address, each with a way to change it (HOME-5). */
function BillingDetails({ details }: { details: BillingRefresh['billDetails'] }) {
  const { t } = useTranslation();
  const titleId = useId();
  const [isAddressOpen, setIsAddressOpen] = useState(false);
  const method = details.defaultPaymentMethod?.payment_method;
  const changeMethod = method ? 'edit' : 'add';
  const changeAddress = details.billingAddress ? 'edit' : 'add';
  return (
    <section aria-labelledby={titleId} className={classes.details}>
      <h3 id={titleId} className={layout.hidden}>
        {t('home.billingDetails.title')}
      </h3>
      <dl className={classes.facts}>
        <ManageFact term={t('home.billingDetails.method')}>
          {method ? <MethodWords method={method} /> : t('home.billingDetails.noMethod')}{' '}
          <Link
            to="/billing/manage-payment-methods"
            className={textLink}
            aria-label={t(`home.billingDetails.${changeMethod}Methods`)}
          >
            {t(`home.billingDetails.${changeMethod}`)}
          </Link>
        </ManageFact>
        <ManageFact term={t('home.billingDetails.address')}>
          <LinkButton
            aria-label={t(`home.billingDetails.${changeAddress}Address`)}
            onClick={() => setIsAddressOpen(true)}
          >
            {t(`home.billingDetails.${changeAddress}`)}
          </LinkButton>
          {details.billingAddress ? (
            <AddressLines address={details.billingAddress} />
          ) : (
            t('home.billingDetails.noAddress')
          )}
        </ManageFact>
      </dl>
      {isAddressOpen && (
        <Suspense>
          <BillingAddressPanel onClose={() => setIsAddressOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** Something that is set up, and how. */
function ManageFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={layout.factRow}>
      <dt className={layout.factName}>{term}</dt>
      <dd className={layout.factValue}>{children}</dd>
    </div>
  );
}
