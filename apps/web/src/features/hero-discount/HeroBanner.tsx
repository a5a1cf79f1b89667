import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { accountDetailsQuery, useAccount } from '../accounts/accounts.queries.ts';
import classes from './HeroBanner.module.css';
import { hasHeroDiscount, mayApply } from './hero-discount.rules.ts';
import { useApplication } from './useApplication.ts';

/** The banner to apply for the Hero Discount; nothing for who may not, and where what decides cannot be loaded (HERO-1). */
export function HeroBanner() {
  const account = useAccount();
  const isOffered = mayApply(account);
  const { data } = useQuery({ ...accountDetailsQuery(account.accountNumber), enabled: isOffered });
  if (!isOffered || !data) return null;
  return <HeroOffer key={account.accountNumber} isApplied={hasHeroDiscount(data)} />;
}

/** The offer, and what has become of the application. Nothing for whoever had the discount before. */
function HeroOffer({ isApplied }: { isApplied: boolean }) {
  const { t } = useTranslation();
  const titleId = useId();
  const { application, begin, follow } = useApplication(isApplied);
  if (isApplied && application.state === 'none') return null;
  return (
    <section aria-labelledby={titleId} className={classes.banner}>
      <div className={classes.words}>
        <h2 id={titleId} className={classes.title}>
          {t('hero-discount.title')}
        </h2>
        <p className={classes.text}>{t('hero-discount.who')}</p>
      </div>
      {isApplied ? (
        <Notice tone="good" title={t('hero-discount.applied')} isFocused>
          <p>{t('hero-discount.appliedNext')}</p>
        </Notice>
      ) : (
        <ApplicationStep application={application} begin={begin} follow={follow} />
      )}
    </section>
  );
}

/** How far the application is, with what the customer can do next. */
function ApplicationStep({ application, begin, follow }: ReturnType<typeof useApplication>) {
  const { t } = useTranslation();
  const isNew = application.state === 'none' || application.state === 'opening';
  const isOpening = application.state === 'opening';
  const apply = (
    <Button className={layout.button} variant="default" isBusy={isOpening} onClick={begin}>
      {t(isNew ? 'hero-discount.apply' : 'hero-discount.again')}
    </Button>
  );
  if (application.state === 'waiting') {
    return (
      <Notice tone="wait" title={t('hero-discount.waiting')} isFocused>
        <p>{t('hero-discount.waitingNext')}</p>
        {apply}
      </Notice>
    );
  }
  if (application.state === 'blocked') {
    return (
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
    );
  }
  if (application.state !== 'failed') return apply;
  return (
    <Notice tone="bad" title={t('hero-discount.failed')} isFocused>
      <p>{t(`hero-discount.reason.${application.reason}`)}</p>
      {application.reason === 'no-email' && (
        <p>
          <Link to="/profile" className={classes.link}>
            {t('hero-discount.addEmail')}
          </Link>
        </p>
      )}
      {application.reason === 'service-unavailable' ? (
        apply
      ) : (
        <p>
          {t('hero-discount.call')} <PhoneLink phone={config.brand.supportPhone} />.
        </p>
      )}
    </Notice>
  );
}
