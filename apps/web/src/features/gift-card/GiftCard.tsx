import { type GiftCardEntry, giftCardState, lastGiftDay } from '@myaccount/contract/gift-card-window';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { businessToday } from '../../ui/business-day.ts';
import { formatDay } from '../../ui/day.ts';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useAccountDetails } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import classes from './GiftCard.module.css';
import { GiftCardForm } from './GiftCardForm.tsx';
import { giftCardOf } from './gift-card.queries.ts';

/** The gift card of the selected account in one of four views: not eligible, expired, registered, or the form (GIFT-1). */
export function GiftCard() {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const { data, error, isPending, refetch } = useAccountDetails();
  return (
    <Section title={t('gift-card.title')} isTitleHidden className={classes.card ?? ''}>
      {isPending && <Skeleton />}
      {error && !data && (
        <ProblemState text={t('gift-card.notLoaded')} error={error} onRetry={() => void refetch()} />
      )}
      {data && <GiftCardView key={accountNumber} entry={giftCardOf(data)} />}
    </Section>
  );
}

function GiftCardView({ entry }: { entry: GiftCardEntry | undefined }) {
  const { t, i18n } = useTranslation();
  const days = config.limits.giftDays;
  const state = giftCardState(entry, businessToday(), days);
  const eligibleDate = entry?.eligibleDate;
  const period = eligibleDate
    ? {
        firstDay: formatDay(eligibleDate, i18n.language),
        lastDay: formatDay(lastGiftDay(eligibleDate, days), i18n.language),
      }
    : undefined;
  if (state === 'open') return <GiftCardForm period={period} />;
  const text = state === 'registered' && period ? 'gift-card.registered.textBy' : `gift-card.${state}.text`;
  return (
    <GiftCardMessage title={t(`gift-card.${state}.title`)}>
      <p>{t(text, { days, ...period })}</p>
    </GiftCardMessage>
  );
}

function GiftCardMessage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.message}>
      <p className={classes.title}>{title}</p>
      {children}
      <p>
        {t('gift-card.call')} <PhoneLink phone={config.brand.supportPhone} />.
      </p>
    </div>
  );
}
