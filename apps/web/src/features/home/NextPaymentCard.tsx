import { Button } from '@mantine/core';
import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import { Money } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AutopayPill } from '../autopay/AutopayState.tsx';
import { OpenItems } from '../balance/OpenItems.tsx';
import classes from './NextPaymentCard.module.css';
import { type NextPayment, type NextPaymentKind, nextPaymentOf } from './next-payment.rules.ts';
import { useNextPaymentTexts } from './useNextPaymentTexts.ts';

interface Badge {
  readonly tone: Tone;
  /** Key of its text. */
  readonly text: string;
}

const badges: Readonly<Partial<Record<NextPaymentKind, Badge>>> = {
  pastDue: { tone: 'bad', text: 'balance.pastDue' },
  onItsWay: { tone: 'wait', text: 'balance.onItsWay' },
  planned: { tone: 'wait', text: 'home.nextPayment.plannedBadge' },
  credit: { tone: 'good', text: 'balance.credit' },
};

/** What is owed, when, and what will happen: the one large figure of the dashboard (HOME-2). */
export function NextPaymentCard({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const isActive = useAccount().accountStatus === 'ACTIVE';
  const hasBill = billing.billSummary.latestInvoiceId !== null;
  const next = nextPaymentOf({ ...billing, hasBill });
  const { sentence, notes } = useNextPaymentTexts(billing, next);
  const badge = badges[next.kind];
  return (
    <Section
      title={t('home.nextPayment.title')}
      aside={<AutopayPill billing={billing} />}
      className={classes.card ?? ''}
    >
      <div className={classes.figureRow}>
        <Money cents={next.amountCents} className={classes.figure ?? ''} />
        {badge && <StateBadge tone={badge.tone}>{t(badge.text)}</StateBadge>}
      </div>
      {next.dueDay && (
        <p className={classes.due}>
          {t('home.nextPayment.due.label')} <Day day={next.dueDay} />
        </p>
      )}
      <p className={next.kind === 'pastDue' ? classes.late : classes.sentence}>{sentence}</p>
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      {next.isItemListShown && <OpenItems billing={billing} />}
      {isActive ? next.isOwed && <PayLink next={next} /> : <ClosedAccount isOwed={next.isOwed} />}
    </Section>
  );
}

function PayLink({ next }: { next: NextPayment }) {
  const { t } = useTranslation();
  return (
    <Button
      size="md"
      variant={next.kind === 'autopay' ? 'default' : 'filled'}
      className={classes.pay ?? ''}
      renderRoot={(props) => <Link to="/billing/make-payment" {...props} />}
    >
      {t('home.nextPayment.pay', { amount: formatCents(next.amountCents) })}
    </Button>
  );
}

/** Says that the account is closed, and where to pay what is left. */
function ClosedAccount({ isOwed }: { isOwed: boolean }) {
  const { t } = useTranslation();
  if (!isOwed) return <p className={classes.note}>{t('home.nextPayment.inactive')}</p>;
  return (
    <p className={classes.note}>
      {t('home.nextPayment.inactiveOwes')} <Link to="/payments">{t('home.nextPayment.toPayments')}</Link>
    </p>
  );
}
