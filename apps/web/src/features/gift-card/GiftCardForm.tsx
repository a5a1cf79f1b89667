import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import classes from './GiftCardForm.module.css';
import { GiftCardRefused, useGiftCardRegistration } from './gift-card.queries.ts';

/** What a customer confirms; the operator's texts are `gift-card.criteria.*`. */
const criteria = ['active', 'noPastDue', 'offer', 'household'] as const;
const boxes = [...criteria, 'terms'] as const;
type Box = (typeof boxes)[number];

/** The days of the window, in the page's words. */
interface GiftCardPeriod {
  /** The eligible date, from which the days are counted. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/** Registers for the gift card: four criteria and the terms, then one button (GIFT-2). */
export function GiftCardForm({ period }: { period: GiftCardPeriod | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const hintId = useId();
  const [ticked, setTicked] = useState<ReadonlySet<Box>>(new Set());
  const { mutate, isPending, error } = useGiftCardRegistration(() => {
    window.scrollTo({ top: 0 });
    void navigate({ to: '/' });
  });
  const isComplete = ticked.size === boxes.length;
  if (isPending) return <AnswerPanel state="working" title={t('gift-card.registering')} isFocused />;

  function tick(box: Box, isTicked: boolean): void {
    setTicked(new Set(boxes.filter((each) => (each === box ? isTicked : ticked.has(each)))));
  }

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
      <p>
        {t(period ? 'gift-card.arrivalBy' : 'gift-card.arrival', { days: config.limits.giftDays, ...period })}
      </p>
      <fieldset className={classes.boxes}>
        <legend className={classes.legend}>{t('gift-card.confirm')}</legend>
        {criteria.map((box) => (
          <Tick key={box} isTicked={ticked.has(box)} onTick={(isTicked) => tick(box, isTicked)}>
            {t(`gift-card.criteria.${box}`, { days: config.limits.giftDays })}
          </Tick>
        ))}
        <Tick isTicked={ticked.has('terms')} onTick={(isTicked) => tick('terms', isTicked)}>
          {t('gift-card.terms')}
        </Tick>
      </fieldset>
      <p>
        <TextLink href={config.brand.termsUrl} target="_blank" rel="noreferrer">
          {t('gift-card.readTerms')}
        </TextLink>
      </p>
      <div className={classes.actions}>
        <Button type="submit" disabled={!isComplete} aria-describedby={isComplete ? undefined : hintId}>
          {t('gift-card.submit')}
        </Button>
        {!isComplete && (
          <p id={hintId} className={classes.hint}>
            {t('gift-card.hint')}
          </p>
        )}
      </div>
      <p className={classes.hint}>
        {t('gift-card.call')} <PhoneLink phone={config.brand.supportPhone} />.
      </p>
    </form>
  );
}

interface TickProps {
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
  readonly children: string;
}

function Tick({ isTicked, onTick, children }: TickProps) {
  return (
    <label className={classes.tick} data-chosen={isTicked || undefined}>
      <input type="checkbox" checked={isTicked} onChange={(event) => onTick(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  );
}
