import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
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
    <Button className={classes.button} variant="default" loading={state === 'opening'} onClick={begin}>
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
          <p>
            {t(`hero-discount.reason.${application.reason}`)}{' '}
            {application.reason !== 'service-unavailable' && <PhoneLink phone={config.brand.supportPhone} />}
          </p>
          {application.reason === 'service-unavailable' && apply}
        </Notice>
      )}
    </section>
  );
}
