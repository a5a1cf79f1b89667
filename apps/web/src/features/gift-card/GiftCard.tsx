import { type GiftCardEntry, giftCardState, lastGiftDay } from '@myaccount/contract/gift-card-window';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { Question } from '../../ui/Question.tsx';
import { Section } from '../../ui/Section.tsx';
import { SupportPhone } from '../../ui/SupportPhone.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { businessToday, formatDay } from '../../ui/time.ts';
import { useAccountDetails } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import classes from './GiftCard.module.css';
import { GiftCardRefused, giftCardOf, useGiftCardRegistration } from './gift-card.queries.ts';

/** The gift card of the selected account in one of four views: not eligible, expired, registered, or the form (GIFT-1). */
export function GiftCard() {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  return (
    <Section title={t('gift-card.title')} isTitleHidden className={classes.card ?? ''}>
      <Loaded query={useAccountDetails()} failed={t('gift-card.notLoaded')}>
        {(details) => <GiftCardView key={accountNumber} entry={giftCardOf(details)} />}
      </Loaded>
    </Section>
  );
}

function GiftCardView({ entry }: { entry: GiftCardEntry | undefined }) {
  const { t, i18n } = useTranslation();
  const days = config.limits.giftDays;
  const state = giftCardState(entry, businessToday(), days);
  const firstDay = entry?.eligibleDate;
  const period = firstDay
    ? {
        firstDay: formatDay(firstDay, i18n.language),
        lastDay: formatDay(lastGiftDay(firstDay, days), i18n.language),
      }
    : undefined;
  if (state === 'open') return <GiftCardForm period={period} />;
  const text = state === 'registered' && period ? 'gift-card.registered.textBy' : `gift-card.${state}.text`;
  return (
    <div className={layout.stack}>
      <p className={classes.lead}>{t(`gift-card.${state}.title`)}</p>
      <p>{t(text, { days, ...period })}</p>
      <p>
        {t('gift-card.call')} <SupportPhone />.
      </p>
    </div>
  );
}

/** What a customer confirms, in the operator's words. */
const boxes = [
  'criteria.active',
  'criteria.noPastDue',
  'criteria.offer',
  'criteria.household',
  'terms',
] as const;

/** Registers for the gift card within the days of its window: four criteria and the terms, then one button (GIFT-2). */
function GiftCardForm({ period }: { period: { firstDay: string; lastDay: string } | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const hintId = useId();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const { mutate, isPending, error } = useGiftCardRegistration(() => {
    window.scrollTo({ top: 0 });
    void navigate({ to: '/' });
  });
  const days = config.limits.giftDays;
  const isComplete = ticked.length === boxes.length;
  if (isPending) return <AnswerPanel state="working" title={t('gift-card.registering')} isFocused />;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isComplete) mutate();
  }

  return (
    <form className={classes.form} aria-label={t('gift-card.title')} onSubmit={submit}>
      {error && (
        <Notice tone="bad" title={t('gift-card.failed')} isFocused>
          {error instanceof GiftCardRefused && error.message}
        </Notice>
      )}
      <p>{t(period ? 'gift-card.arrivalBy' : 'gift-card.arrival', { days, ...period })}</p>
      <Question legend={t('gift-card.confirm')}>
        {boxes.map((box) => (
          <Choice
            key={box}
            type="checkbox"
            isChosen={ticked.includes(box)}
            onChoose={(isTicked) =>
              setTicked(isTicked ? [...ticked, box] : ticked.filter((other) => other !== box))
            }
          >
            {t(`gift-card.${box}`, { days })}
          </Choice>
        ))}
      </Question>
      <p>
        <TextLink href={config.brand.termsUrl} target="_blank" rel="noreferrer">
          {t('gift-card.readTerms')}
        </TextLink>
      </p>
      <div>
        <Button type="submit" disabled={!isComplete} aria-describedby={isComplete ? undefined : hintId}>
          {t('gift-card.submit')}
        </Button>
        {!isComplete && (
          <p id={hintId} className={layout.small}>
            {t('gift-card.hint')}
          </p>
        )}
      </div>
      <p className={layout.small}>
        {t('gift-card.call')} <SupportPhone />.
      </p>
    </form>
  );
}
