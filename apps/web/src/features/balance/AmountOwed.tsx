import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonLook } from '../../ui/Button.tsx';
import { Money } from '../../ui/Money.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import classes from './AmountOwed.module.css';
import { ClosedAccount } from './ClosedAccount.tsx';
import { type NextPayment, nextPaymentOf } from './next-payment.rules.ts';
import { OpenItems } from './OpenItems.tsx';

interface AmountOwedProps {
  readonly billing: BillingRefresh;
  /** What the large figure is, where the heading above does not say it. */
  readonly label?: string;
  /** Sentences beneath the figure. */
  readonly children?: ReactNode;
  /** The bill whose own page this is. */
  readonly shownInvoiceId?: string;
  /** False where the page has its own way to pay. */
  readonly hasPay?: boolean;
}

/** What is owed: one large figure, a row for each open item, and the way to pay; the same on every page (BALANCE-1). */
export function AmountOwed(props: AmountOwedProps) {
  const { billing, label, children, shownInvoiceId, hasPay = true } = props;
  const isActive = useAccount().accountStatus === 'ACTIVE';
  const next = nextPaymentOf(billing);
  return (
    <div className={classes.owed}>
      <div className={classes.parts}>
        <div>
          {label && <p className={classes.label}>{label}</p>}
          <Figure next={next} />
          {children}
        </div>
        <OpenItems billing={billing} shownInvoiceId={shownInvoiceId} />
        {hasPay &&
          (isActive ? next.isOwed && <PayLink next={next} /> : <ClosedAndOwed isOwed={next.isOwed} />)}
      </div>
    </div>
  );
}

/** The large figure; words where there is no amount to name. */
function Figure({ next: { kind, amountCents } }: { next: NextPayment }) {
  const { t } = useTranslation();
  if (kind === 'noBill' || kind === 'nothingDue')
    return <p className={classes.words}>{t(`balance.${kind}`)}</p>;
  if (kind === 'credit') {
    return (
      <p className={classes.words} data-tone="good">
        {t('balance.inCredit', { amount: formatCents(amountCents) })}
      </p>
    );
  }
  return (
    <p className={classes.figure}>
      <Money cents={amountCents} />
    </p>
  );
}

function PayLink({ next }: { next: NextPayment }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/billing/make-payment"
      {...buttonLook({ variant: next.kind === 'autopay' ? 'default' : 'filled', size: 'md' }, classes.pay)}
    >
      {t('balance.pay', { amount: formatCents(next.amountCents) })}
    </Link>
  );
}

/** Says that the account is closed, and where to pay what is left. */
function ClosedAndOwed({ isOwed }: { isOwed: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes.closed}>
      <ClosedAccount isOwed={isOwed} />
      {isOwed && <Link to="/payments">{t('balance.toPayments')}</Link>}
    </div>
  );
}
