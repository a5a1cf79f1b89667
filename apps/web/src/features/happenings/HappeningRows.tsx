import { addDays } from '@myaccount/contract/calendar';
import { formatShortDay } from '@myaccount/contract/dates';
import type { Happening, HappeningKind } from '@myaccount/contract/happenings';
import type { BillingRefresh } from '@myaccount/contract/home';
import { matchLanguage } from '@myaccount/contract/languages';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { methodFamily } from '@myaccount/contract/payment-methods';
import { isLive, type VisitProgress } from '@myaccount/contract/visit-progress';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Day } from '../../ui/Day.tsx';
import { Steps } from '../../ui/Steps.tsx';
import { targetLink } from '../../ui/TextLink.tsx';
import { businessToday } from '../../ui/time.ts';
import { useAccountDetails, useBillingAccount, useBillingReload } from '../accounts/accounts.queries.ts';
import { OpenVisit } from '../appointments/NextVisit.tsx';
import { useProgressTexts } from '../appointments/visit-texts.ts';
import { AsOf, reloadAfterReading } from '../billing-system/AsOf.tsx';
import classes from './HappeningRows.module.css';
import { useHappeningWords } from './useHappeningWords.ts';

/** What comes with the rows: how old they are. */
export const reading = { AsOf, reloadAfterReading };

const pay = { act: 'pay', to: '/billing/make-payment' } as const;
const methods = { act: 'methods', to: '/billing/manage-payment-methods' } as const;
const payments = '/payments' as const;

/** The one act of each kind; a visit opens by a link that is made for it. */
const acts = {
  returned: pay,
  declined: pay,
  'method-expired': methods,
  'method-expires': methods,
  'on-its-way': { act: 'payments', to: payments },
  planned: { act: 'plans', to: payments },
  'late-debt': { act: 'autopay', to: payments },
  autopay: { act: 'autopay', to: payments },
  email: { act: 'email', to: '/profile' },
  'gift-card': { act: 'gift-card', to: '/gift-card' },
  'hero-discount': { act: 'hero-discount', to: '.' },
} as const;

export interface HappeningsProps {
  readonly billing: BillingRefresh;
  /** What the page is about; without it, everything. */
  readonly isShown?: (happening: Happening) => boolean;
  /** What a heading names already, unless others pay with it. */
  readonly paying?: Happening | undefined;
}

/** What just happened and what comes next, each with its day and one act (HOME-7); nothing where nothing did. */
export function HappeningRows({ billing, isShown = () => true, paying }: HappeningsProps) {
  const { t } = useTranslation();
  const named = paying && paysAlone(billing, paying) ? paying : undefined;
  const rows = billing.happenings.filter((row) => row !== named && isShown(row));
  if (rows.length === 0) return null;
  return (
    <ul aria-label={t('happenings.title')}>
      {rows.map((row) => (
        <li key={`${row.kind} ${row.date} ${row.amount}`} className={classes.row}>
          <p data-tone={row.reason && 'bad'}>
            {row.date && <Day day={row.date} />} <Sentences row={row} billing={billing} />
          </p>
          <Act kind={row.kind} />
        </li>
      ))}
    </ul>
  );
}

function Act({ kind }: { kind: HappeningKind }) {
  const { t } = useTranslation();
  if (kind === 'visit') return <OpenVisit>{t('happenings.act.visit')}</OpenVisit>;
  const { act, to } = acts[kind];
  return (
    <Link to={to} {...(kind === 'hero-discount' && { hash: kind })} className={targetLink} data-screen>
      {t(`happenings.act.${act}`)}
    </Link>
  );
}

/** What happened or will, why, and what comes of it. */
function Sentences({ row, billing: { nextCharge, autopay } }: { row: Happening; billing: BillingRefresh }) {
  const { t } = useTranslation();
  const words = useHappeningWords();
  const { kind, reason, payment_method: method, retry_date: retryDate, visit } = row;
  if (visit) return <VisitSentence visit={visit} day={row.date ?? ''} />;
  // Kinds that read otherwise with a value more or less.
  const isMore: Partial<Record<string, boolean>> = {
    declined: retryDate !== undefined,
    'on-its-way': !method,
    'method-expired': row.charge_date !== undefined,
    'gift-card': row.date === null,
  };
  const isStopped = reason === 'stopped';
  const variant = isStopped ? '-stopped' : isMore[kind] ? '-more' : '';
  const isBank = method && methodFamily(method.card_type) === 'bank';
  const next = nextCharge && { ...nextCharge, payment_method: autopay?.payment_method };
  const sentences = [
    words(`happenings.${kind}${variant}`, { ...row, date: row.charge_date ?? row.date }),
    reason && !isStopped && t(`payments.failure.${reason}`),
    retryDate && next && words('autopay.problem.retry', next),
    retryDate === null && t(`autopay.problem.${isStopped ? 'payYourself' : 'noRetry'}`),
    kind === 'on-its-way' && isBank && t('happenings.bank'),
  ];
  return <span>{sentences.filter(Boolean).join(' ')}</span>;
}

/** Who is on the way, and when they arrive, or who is at work, as of the last minute. */
function VisitSentence({ visit, day }: { readonly visit: VisitProgress; readonly day: string }) {
  const { data: details } = useAccountDetails();
  const reload = useEffectEvent(useBillingReload());
  const next = details?.nextVisit;
  // Another visit, later, is not this one.
  const now = next && isLive(next.jobStatus) ? next : undefined;
  const isOver = details !== undefined && !now;
  useEffect(() => {
    if (isOver) void reload();
  }, [isOver]);
  const at = visit.shortestArrivalETA ?? day;
  const slot = { start: at, end: at };
  return <span>{useProgressTexts(now ?? visit, slot, config.timeZone).sentence}</span>;
}

/** Whose bill, and the happening that pays it, the last of several. */
export interface PaidByProps {
  readonly billing: BillingRefresh;
  readonly paying: Happening;
}

/** True where one payment is all that is on its way, planned, or charged next. */
function paysAlone({ inFlight, planned, nextCharge }: BillingRefresh, paying: Happening): boolean {
  const cents = [inFlight, planned, nextCharge?.amount ?? 0].reduce((sum, one) => sum + centsOf(one), 0);
  return paying.payment_method !== undefined && cents === centsOf(paying.amount ?? 0);
}

/** Says that nothing is to do, and who pays when, or that several payments do together, each in its row (HOME-8). */
export function PaidByHeading({ billing, paying }: PaidByProps) {
  const words = useHappeningWords();
  const key = paying.kind === 'on-its-way' ? 'onItsWay' : 'willBePaid';
  const together = { date: null, amount: billing.balance };
  const isAlone = paysAlone(billing, paying);
  return (
    <span>{isAlone ? words(`home.paidBy.${key}`, paying) : words('home.paidBy.several', together)}</span>
  );
}

/** A bill that will be paid in time, as steps: issued, paid, due, and the next one, each with its day (HOME-8). */
export function PaidBySteps({ billing, paying }: PaidByProps) {
  const { t, i18n } = useTranslation();
  const { bill_cycle } = useBillingAccount();
  const amount = formatCents(centsOf(billing.balance));
  const steps = [
    ['issued', billing.recentBills.at(-1)?.occurred_on],
    [paying.kind, paying.date],
    ['due', billing.openItems.at(-1)?.due_date],
    ['next', addDays(bill_cycle.end_date, 1)],
  ]
    .flatMap(([step, day]) => (day ? [{ step, day }] : []))
    .toSorted((a, b) => a.day.localeCompare(b.day));
  const today = businessToday();
  // What is paid today may still be to come.
  const isDone = ({ step, day }: (typeof steps)[number]) =>
    day < today || (day === today && step !== paying.kind);
  const language = matchLanguage([i18n.language]);
  return (
    <Steps
      label={t('home.paidBy.steps')}
      steps={steps.map(({ step, day }) =>
        t(`home.paidBy.step.${step}`, { amount, day: formatShortDay(day, language) }),
      )}
      current={steps.filter(isDone).length}
    />
  );
}
