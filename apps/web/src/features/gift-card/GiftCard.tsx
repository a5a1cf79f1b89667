import type { registerGiftCard } from '@myaccount/contract/gift-card';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { Question } from '../../ui/Question.tsx';
import { Section } from '../../ui/Section.tsx';
import { CallSupport } from '../../ui/SupportPhone.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { formatDay } from '../../ui/time.ts';
import { showToast } from '../../ui/toasts.ts';
import { useDraft } from '../../ui/useDraft.ts';
import { accountDetailsQuery, useAccountDetails, useSelectedAccount } from '../accounts/accounts.queries.ts';
import classes from './GiftCard.module.css';
import { type GiftCardFacts, giftCardOf } from './gift-card.rules.ts';

/** The gift card of the selected account in one of four views: not eligible, expired, registered, or the form (GIFT-1). */
export function GiftCard() {
  const { t } = useTranslation();
  return (
    <Section title={t('gift-card.title')} isTitleHidden className={classes.card ?? ''}>
      <Loaded query={useAccountDetails()} failed={t('gift-card.notLoaded')}>
        {(details) => <GiftCardView {...giftCardOf(details)} />}
      </Loaded>
    </Section>
  );
}

function GiftCardView({ state, firstDay, lastDay }: GiftCardFacts) {
  const { t, i18n } = useTranslation();
  const days = config.limits.giftDays;
  const shownDay = (day: string) => formatDay(day, i18n.language);
  const period =
    firstDay && lastDay ? { firstDay: shownDay(firstDay), lastDay: shownDay(lastDay) } : undefined;
  if (state === 'open') return <GiftCardForm period={period} />;
  const text = state === 'registered' && period ? 'gift-card.registered.textBy' : `gift-card.${state}.text`;
  return (
    <div className={layout.stack}>
      <p className={classes.lead}>{t(`gift-card.${state}.title`)}</p>
      <p>{t(text, { days, ...period })}</p>
      <p>
        <CallSupport text={t('gift-card.call')} />
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

const unticked: Readonly<Partial<Record<(typeof boxes)[number], boolean>>> = {};

/** Registers for the gift card within the days of its window: four criteria and the terms, then one button (GIFT-2). */
function GiftCardForm({ period }: { period: { firstDay: string; lastDay: string } | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const hintId = useId();
  const { draft: ticked, keep, clear } = useDraft('gift-card', useSelectedAccount().accountNumber, unticked);
  const { mutate, isPending, error } = useGiftCardRegistration(() => {
    clear();
    window.scrollTo({ top: 0 });
    void navigate({ to: '/' });
  });
  const days = config.limits.giftDays;
  const isComplete = boxes.every((box) => ticked[box]);
  if (isPending) return <AnswerPanel state="working" title={t('gift-card.registering')} isFocused />;

  function submit(event: FormEvent): void {
    event.preventDefault();
    mutate();
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
            isChosen={ticked[box] ?? false}
            onChoose={(isTicked) => keep({ ...ticked, [box]: isTicked })}
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
        <CallSupport text={t('gift-card.call')} />
      </p>
    </form>
  );
}

/** A refusal in the server's words. */
class GiftCardRefused extends Error {}

/** Registers the selected account and loads its details again. A toast tells that it worked; a refusal is thrown as {@link GiftCardRefused}. */
function useGiftCardRegistration(onRegistered: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { accountNumber } = useSelectedAccount();
  const { queryKey } = accountDetailsQuery(accountNumber);
  return useMutation({
    mutationFn: async () => {
      const reply = await call<typeof registerGiftCard>('POST /gift-card/register', {
        body: { accountNumber, DiscountType: 'GiftCard', Optin: 'true' },
      });
      const { statusCode, statusDescription } = reply;
      if (statusCode !== '00') throw new GiftCardRefused(statusDescription ?? statusCode);
    },
    onSuccess: () => {
      showToast('success', t('gift-card.success'));
      onRegistered();
    },
    // The page shows what the server refused for.
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
