import type { ApplicationFailure } from '@myaccount/contract/hero-discount';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import classes from './HeroBanner.module.css';
import { useApplication } from './useApplication.ts';

/** The way to apply for the Hero Discount, and what has become of it (HERO-1). Nothing for whoever had it before. */
export function HeroBanner({ isApplied }: { isApplied: boolean }) {
  const { t } = useTranslation();
  const titleId = useId();
  const { application, begin, follow } = useApplication(isApplied);
  const { state } = application;
  if (isApplied && state === 'none') return null;
  const apply = (
    <Button className={classes.button} variant="default" isBusy={state === 'opening'} onClick={begin}>
      {t(state === 'none' || state === 'opening' ? 'hero-discount.apply' : 'hero-discount.again')}
    </Button>
  );
  return (
    <section aria-labelledby={titleId} className={classes.banner}>
      <div className={classes.words}>
        <h2 id={titleId} className={classes.title}>
          {t('hero-discount.title')}
        </h2>
        <p className={classes.text}>{t('hero-discount.who')}</p>
      </div>
      {isApplied && (
        <Notice tone="good" title={t('hero-discount.applied')} isFocused>
          <p>{t('hero-discount.appliedNext')}</p>
        </Notice>
      )}
      {!isApplied && (state === 'none' || state === 'opening') && apply}
      {!isApplied && state === 'waiting' && (
        <Notice tone="wait" title={t('hero-discount.waiting')} isFocused>
          <p>{t('hero-discount.waitingNext')}</p>
          {apply}
        </Notice>
      )}
      {!isApplied && state === 'blocked' && (
        <Notice tone="wait" title={t('hero-discount.blocked')} isFocused>
          <p>
            <a
              className={classes.link}
              href={application.url}
              target="_blank"
              rel="noopener noreferrer"
              onClick={follow}
            >
              {t('hero-discount.open')}
            </a>
          </p>
        </Notice>
      )}
      {!isApplied && state === 'failed' && (
        <Notice tone="bad" title={t('hero-discount.failed')} isFocused>
          <Refusal reason={application.reason} />
          {application.reason === 'service-unavailable' && apply}
        </Notice>
      )}
    </section>
  );
}

/** Why the application did not start, and what the customer can do. */
function Refusal({ reason }: { reason: ApplicationFailure }) {
  const { t } = useTranslation();
  const why = t(`hero-discount.reason.${reason}`);
  if (reason === 'service-unavailable') return <p>{why}</p>;
  return (
    <>
      <p>{why}</p>
      {reason === 'no-email' && (
        <p>
          <Link to="/profile" className={classes.link}>
            {t('hero-discount.addEmail')}
          </Link>
        </p>
      )}
      <p>
        {t('hero-discount.call')} <PhoneLink phone={config.brand.supportPhone} />.
      </p>
    </>
  );
}
