import type { BillingRefresh } from '@myaccount/contract/home';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import layout from '../../ui/layout.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Section } from '../../ui/Section.tsx';
import { LinkButton, TextLink, targetLink, textLink } from '../../ui/TextLink.tsx';
import { formatDay } from '../../ui/time.ts';
import { AddressLines } from '../accounts/AddressLines.tsx';
import { useAccount, useAccountDetails } from '../accounts/accounts.queries.ts';
import { AutopayButton } from '../autopay/AutopayButton.tsx';
import { giftCardOf } from '../gift-card/gift-card.rules.ts';
import { PaperlessChoice } from '../paperless/PaperlessChoice.tsx';
import { MethodWords } from '../payment-methods/MethodWords.tsx';
import classes from './ManagePanel.module.css';

// Few customers move: its code loads when the panel opens.
const BillingAddressPanel = lazyPart(
  async () => (await import('../account-info/BillingAddress.tsx')).BillingAddressPanel,
);

/** How bills are delivered and paid, and where they go, each with the way to change it (HOME-3, HOME-5). */
export function ManagePanel({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const [isAddressOpen, setIsAddressOpen] = useState(false);
  const isActive = useAccount().accountStatus === 'ACTIVE';
  const autopayState = t(billing.isAutoPayEnabled ? 'home.manage.autopayOn' : 'home.manage.autopayOff');
  const { defaultPaymentMethod, billingAddress } = billing.billDetails;
  const method = defaultPaymentMethod?.payment_method;
  const changeMethod = method ? 'edit' : 'add';
  const changeAddress = billingAddress ? 'edit' : 'add';
  const details = (name: string) => t(`home.billingDetails.${name}`);
  return (
    <Section title={t('home.manage.title')}>
      <dl className={classes.facts}>
        <ManageFact term={t('autopay.title')}>
          {isActive ? (
            <AutopayButton billing={billing} surface="dashboard" switchText={autopayState} />
          ) : (
            <span>{autopayState}</span>
          )}
        </ManageFact>
        <ManageFact
          term={details('method')}
          edit={
            <Link
              to="/billing/manage-payment-methods"
              className={`${textLink} ${classes.edit}`}
              aria-label={details(`${changeMethod}Methods`)}
              data-screen
            >
              {details(changeMethod)}
            </Link>
          }
        >
          {method ? <MethodWords method={method} /> : <span>{details('noMethod')}</span>}
        </ManageFact>
        <ManageFact
          term={details('address')}
          edit={
            <LinkButton
              className={classes.edit}
              aria-label={details(`${changeAddress}Address`)}
              onClick={() => setIsAddressOpen(true)}
            >
              {details(changeAddress)}
            </LinkButton>
          }
        >
          {billingAddress ? <AddressLines address={billingAddress} /> : <span>{details('noAddress')}</span>}
        </ManageFact>
        {isActive && <GiftCardFact />}
      </dl>
      <PaperlessChoice billType={billing.isEbillEnabled} place="dashboard" />
      <div className={classes.actions} data-screen>
        {isActive && (
          <>
            <Link to="/billing/make-payment" className={targetLink}>
              {t('home.manage.makePayment')}
            </Link>
            <TextLink className={layout.target} href={config.brand.referUrl} target="_blank" rel="noreferrer">
              {t('home.manage.refer')}
            </TextLink>
          </>
        )}
      </div>
      {isAddressOpen && <BillingAddressPanel onClose={() => setIsAddressOpen(false)} />}
    </Section>
  );
}

/** The way to a gift card that can be registered (GIFT-3). */
function GiftCardFact() {
  const { t, i18n } = useTranslation();
  const { data: details } = useAccountDetails();
  const { state, lastDay } = details ? giftCardOf(details) : {};
  if (state !== 'open') return null;
  const day = lastDay && formatDay(lastDay, i18n.language);
  return (
    <ManageFact term={t('gift-card.title')}>
      <Link to="/gift-card" className={textLink}>
        {t(`gift-card.manage.open${day ? 'By' : ''}`, { day })}
      </Link>
    </ManageFact>
  );
}

interface ManageFactProps {
  readonly term: string;
  /** The way to change it. */
  readonly edit?: ReactNode;
  readonly children: ReactNode;
}

/** Something that is set up, and how, with the way to change it. */
function ManageFact({ term, edit, children }: ManageFactProps) {
  return (
    <div className={layout.factRow}>
      <dt className={layout.factName}>{term}</dt>
      <dd className={layout.factValue}>
        {edit}
        {children}
      </dd>
    </div>
  );
}
