import type { ApplicationFailure, applyForHeroDiscount } from '@myaccount/contract/hero-discount';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { signedInUser } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { textLink } from '../../ui/TextLink.tsx';
import { accountDetailsQuery, useAccount } from '../accounts/accounts.queries.ts';
import classes from './HeroBanner.module.css';
import { hasHeroDiscount, mayApply } from './hero-discount.rules.ts';

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
            className={`${textLink} ${layout.target}`}
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
          <Link to="/profile" className={`${textLink} ${layout.target}`}>
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

/** How far an application is, as this page knows it. */
type Application =
  | { readonly state: 'none' | 'opening' | 'waiting' }
  /** The browser opened no window; a link does. */
  | { readonly state: 'blocked'; readonly url: string }
  | { readonly state: 'failed'; readonly reason: ApplicationFailure };

const checkAgainMs = 10_000;
/** Accounts that wait for a result. Other pages of this tab show it too. */
const waiting = new Set<string>();

/** Returns the application of the selected account, and what a press does. While it waits, it looks for the result. */
function useApplication(isApplied: boolean) {
  const { t } = useTranslation();
  const { accountNumber, customer } = useAccount();
  const initialState = waiting.has(accountNumber) ? 'waiting' : 'none';
  const [application, setApplication] = useState<Application>({ state: initialState });
  useCheckForResult(accountNumber, application.state === 'waiting' && !isApplied);

  const follow = () => setApplication({ state: 'waiting' });

  const begin = async () => {
    // By the press itself: a window that opens after the answer would be blocked.
    const opened = openBlankWindow(t('hero-discount.opening'));
    setApplication({ state: 'opening' });
    const email = customer.emailAddress ?? signedInUser().email;
    const reply = await call<typeof applyForHeroDiscount>('POST /verify-pass/user/info', {
      body: { email, accountNumber },
    }).catch(() => ({ operation: 'failure', reason: 'service-unavailable' }) as const);
    if (reply.operation === 'failure') {
      opened?.close();
      setApplication({ state: 'failed', reason: reply.reason });
    } else if (opened && !opened.closed) {
      opened.location.replace(reply.url);
      follow();
    } else setApplication({ state: 'blocked', url: reply.url });
  };

  return { application, begin: () => void begin(), follow };
}

/**
 * Opens a blank window with a text until its address is known; null when the browser blocks it. The page in it cannot reach
 * ours: a window that is opened with `noopener` could not be given an address later.
 */
function openBlankWindow(text: string): Window | null {
  const opened = window.open('', '_blank');
  if (opened) {
    opened.opener = null;
    opened.document.title = text;
    opened.document.body.textContent = text;
  }
  return opened;
}

/** Loads the account's details again when the customer comes back to the page, and while it is visible. */
function useCheckForResult(accountNumber: string, isWaiting: boolean): void {
  const query = accountDetailsQuery(accountNumber);
  const { refetch } = useQuery({ ...query, enabled: isWaiting, refetchInterval: checkAgainMs });
  useEffect(() => {
    if (!isWaiting) {
      waiting.delete(accountNumber);
      return undefined;
    }
    waiting.add(accountNumber);
    const check = () => void refetch();
    window.addEventListener('focus', check);
    return () => window.removeEventListener('focus', check);
  }, [accountNumber, isWaiting, refetch]);
}
