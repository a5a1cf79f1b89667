import type { AccountDetails } from '@myaccount/contract/accounts';
import type { applyForHeroDiscount } from '@myaccount/contract/hero-discount';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserStorage, keepItem, readItem } from '../../api/browser-storage.ts';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { whilePending } from '../../api/query-client.ts';
import { keptOfBrowser, signedInUser } from '../../api/session.ts';
import { IconButton } from '../../ui/Button.tsx';
import { returnFocus } from '../../ui/focus.ts';
import { CloseIcon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { CallSupport } from '../../ui/SupportPhone.tsx';
import { LinkButton, TextLink, targetLink } from '../../ui/TextLink.tsx';
import {
  accountDetailsQuery,
  useAccount,
  useBillingAccount,
  useSelectedAccount,
} from '../accounts/accounts.queries.ts';
import { billingRefreshQuery } from '../balance/balance.queries.ts';
import classes from './HeroBanner.module.css';

/** Returns whether an account has the Hero Discount. */
function hasHeroDiscount({ DiscountsList }: AccountDetails): boolean {
  return DiscountsList.some(
    ({ DiscountType, IsDiscountApplied }) => DiscountType === 'Hero Discount' && IsDiscountApplied === 'true',
  );
}

/**
 * The banner to apply for the Hero Discount; nothing for a business, a closed account, or with the flag off, and where what
 * decides cannot be loaded (HERO-1).
 */
export function HeroBanner() {
  const { accountNumber, accountType, accountStatus } = useAccount();
  const isOffered = config.flags.heroDiscount && accountType === 'RESIDENTIAL' && accountStatus === 'ACTIVE';
  const { data } = useQuery({ ...accountDetailsQuery(accountNumber), enabled: isOffered });
  const { id } = useBillingAccount();
  if (!isOffered || !data) return null;
  return <HeroOffer billingAccountId={id} isApplied={hasHeroDiscount(data)} />;
}

/**
 * The offer in one line, which a press hides for good in this browser, and what has become of the application. Nothing for
 * whoever had the discount before.
 */
function HeroOffer({ billingAccountId, isApplied }: { billingAccountId: string; isApplied: boolean }) {
  const { t } = useTranslation();
  const application = useApplication(isApplied);
  const { isHidden, hide } = useHidden(billingAccountId);
  const { data } = useQuery({ ...billingRefreshQuery(useSelectedAccount()), enabled: false });
  const isChecked = data?.happenings.some(({ kind }) => kind === 'hero-discount');
  if (application.isNew && (isApplied || (isHidden && !isChecked))) return null;
  return (
    <section id="hero-discount" aria-label={t('hero-discount.title')} className={classes.banner} data-screen>
      <p>{t('hero-discount.who')}</p>
      {isApplied ? (
        <Notice tone="good" title={t('hero-discount.applied')} isFocused>
          <p>{t('hero-discount.appliedNext')}</p>
        </Notice>
      ) : (
        <ApplicationStep {...application} />
      )}
      {application.isNew && (
        <IconButton label={t('hero-discount.hide')} className={classes.hide ?? ''} onClick={hide}>
          <CloseIcon size={18} />
        </IconButton>
      )}
    </section>
  );
}

/** Whether the offer was hidden for an account in this browser. What is kept names nobody: an id that says nothing. */
function useHidden(billingAccountId: string) {
  const key = `${keptOfBrowser}hero-discount-hidden:${billingAccountId}`;
  const [isHidden, setIsHidden] = useState(readItem(browserStorage, key) !== null);
  function hide(): void {
    keepItem(browserStorage, key, 'true');
    setIsHidden(true);
    returnFocus(null);
  }
  return { isHidden, hide };
}

/** How far the application is, with what the customer can do next. */
function ApplicationStep(props: ReturnType<typeof useApplication>) {
  const { reply, isWaiting, isOpening, begin, follow } = props;
  const { t } = useTranslation();
  const apply = (
    <LinkButton className={layout.target} disabled={isOpening} onClick={begin}>
      {t(isWaiting || reply ? 'hero-discount.again' : 'hero-discount.apply')}
    </LinkButton>
  );
  if (isWaiting) {
    return (
      <Notice tone="wait" title={t('hero-discount.waiting')} isFocused>
        <p>{t('hero-discount.waitingNext')}</p>
        {apply}
      </Notice>
    );
  }
  if (!reply) return apply;
  if (reply.operation !== 'failure') {
    return (
      <Notice tone="wait" title={t('hero-discount.blocked')} isFocused>
        <p>
          <TextLink
            href={reply.url}
            className={layout.target}
            target="_blank"
            rel="noopener noreferrer"
            onClick={follow}
          >
            {t('hero-discount.open')}
          </TextLink>
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="bad" title={t('hero-discount.failed')} isFocused>
      <p>{t(`hero-discount.reason.${reply.reason}`)}</p>
      {reply.reason === 'no-email' && (
        <p>
          <Link to="/profile" className={targetLink}>
            {t('hero-discount.addEmail')}
          </Link>
        </p>
      )}
      {reply.reason === 'service-unavailable' ? (
        apply
      ) : (
        <p>
          <CallSupport text={t('hero-discount.call')} />
        </p>
      )}
    </Notice>
  );
}

/** Accounts that wait for a result. Other pages of this tab show it too. */
const waiting = new Set<string>();

/** Returns the application of the selected account, and what a press does. While it waits, it looks for the result. */
function useApplication(isApplied: boolean) {
  const { t } = useTranslation();
  const { accountNumber, customer } = useAccount();
  const [isWaiting, setIsWaiting] = useState(waiting.has(accountNumber));
  const application = useMutation({
    mutationFn: (_opened: Window | null) =>
      call<typeof applyForHeroDiscount>('POST /verify-pass/user/info', {
        body: { email: customer.emailAddress ?? signedInUser().email, accountNumber },
      }).catch(() => ({ operation: 'failure', reason: 'service-unavailable' }) as const),
    onSuccess: (reply, opened) => {
      if (reply.operation === 'failure') opened?.close();
      else if (opened && !opened.closed) {
        opened.location.replace(reply.url);
        setIsWaiting(true);
      }
    },
  });
  // Loads the account's details again when the customer comes back to the page, and while it is visible.
  const isAwaited = isWaiting && !isApplied;
  useQuery({ ...accountDetailsQuery(accountNumber), ...whilePending(() => true), enabled: isAwaited });
  useEffect(() => {
    if (isAwaited) waiting.add(accountNumber);
    else waiting.delete(accountNumber);
  }, [accountNumber, isAwaited]);
  return {
    isNew: application.isIdle && !isWaiting,
    isOpening: application.isPending,
    isWaiting,
    /** Undefined until it is there. When it is good and nothing waits, the browser opened no window; a link does. */
    reply: application.data,
    begin: () => {
      setIsWaiting(false);
      // By the press itself: a window that opens after the answer would be blocked.
      application.mutate(openBlankWindow(t('hero-discount.opening')));
    },
    follow: () => setIsWaiting(true),
  };
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
