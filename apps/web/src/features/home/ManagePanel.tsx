import { Button } from '@mantine/core';
import type { BillingRefresh } from '@myaccount/contract/home';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Section } from '../../ui/Section.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AutopayState } from '../autopay/AutopayState.tsx';
import { PaperlessState } from '../paperless/PaperlessState.tsx';
import classes from './ManagePanel.module.css';

/** How bills are delivered and paid, with links to change it (HOME-3). */
export function ManagePanel({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const isActive = useAccount().accountStatus === 'ACTIVE';
  return (
    <Section title={t('home.manage.title')}>
      <dl className={classes.list}>
        <Entry term={t('autopay.title')}>
          <AutopayState billing={billing} />
        </Entry>
        <Entry term={t('paperless.title')}>
          <PaperlessState billType={billing.isEbillEnabled} />
        </Entry>
      </dl>
      <a className={classes.link} href={config.brand.referUrl} target="_blank" rel="noreferrer">
        {t('home.manage.refer')}
      </a>
      {isActive && (
        <Button
          variant="default"
          fullWidth
          className={classes.button ?? ''}
          renderRoot={(props) => <Link to="/billing/make-payment" {...props} />}
        >
          {t('home.manage.makePayment')}
        </Button>
      )}
    </Section>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
