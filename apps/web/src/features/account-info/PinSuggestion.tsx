import type { CustomerAccount } from '@myaccount/contract/accounts';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt, writeCookie } from '../../api/browser-storage.ts';
import { config } from '../../api/config.ts';
import { useFocusKept } from '../../ui/focus.ts';
import layout from '../../ui/layout.module.css';
import { LinkButton } from '../../ui/TextLink.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import classes from './PinSection.module.css';

const cookieName = 'pin-popover';
/** The portal's base, without the slash at its end. */
const path = import.meta.env.BASE_URL.replace(/(.)\/$/, '$1');
const secondsPerDay = 86_400;

/** Returns how often this browser has shown the suggestion to update the PIN. */
function viewsSoFar(): number {
  const cookies = attempt(() => document.cookie) ?? '';
  return Number(new RegExp(`(?:^|; )${cookieName}=(\\d+)`).exec(cookies)?.[1] ?? 0);
}

/** Keeps the count as long as the cookie lives. */
function keepViews(views: number): void {
  writeCookie(cookieName, String(views), path, config.limits.popoverDays * secondsPerDay);
}

/** Returns what to suggest, which names its texts; undefined for a closed account. */
function adviceFor({ accountStatus, role, customer }: CustomerAccount) {
  if (accountStatus === 'INACTIVE') return undefined;
  if (role === 'member') return 'member';
  return customer.hasPin ? 'update' : 'choose';
}

/** What to suggest about the PIN, which counts as a view; and a function that ends it (PIN-3). */
function usePinSuggestion() {
  const [isSuggested, setIsSuggested] = useState(() => viewsSoFar() < config.limits.popoverViews);
  const account = useAccount();
  const advice = isSuggested ? adviceFor(account) : undefined;
  const isShown = advice !== undefined;

  useEffect(() => {
    if (isShown) keepViews(viewsSoFar() + 1);
  }, [isShown]);

  return {
    advice,
    dismiss: () => {
      keepViews(config.limits.popoverViews);
      setIsSuggested(false);
    },
  };
}

/** Suggests updating the PIN, or choosing one, on the profile, at most twice (PIN-3). */
export function PinSuggestion({ onEdit }: { onEdit: () => void }) {
  const { t } = useTranslation();
  const { advice, dismiss } = usePinSuggestion();
  const box = useFocusKept<HTMLDivElement>();
  if (!advice) return null;
  return (
    <div ref={box} className={classes.suggestion}>
      <p>{t(`pin.suggestion.${advice}.title`)}</p>
      <LinkButton className={layout.target} onClick={onEdit}>
        {t(`pin.suggestion.${advice}.action`)}
      </LinkButton>
      <LinkButton className={layout.target} onClick={dismiss}>
        {t('pin.suggestion.dismiss')}
      </LinkButton>
    </div>
  );
}

/** Suggests the same in the settings menu of a desktop (PIN-3). */
export function PinMenuEntry() {
  const { t } = useTranslation();
  const { advice } = usePinSuggestion();
  if (!advice) return null;
  return (
    <Link
      to="/settings"
      search={{ tab: 'security' }}
      role="menuitem"
      tabIndex={-1}
      className={classes.menuEntry}
    >
      <strong>{t(`pin.suggestion.${advice}.title`)}</strong>
      <span>{t(`pin.suggestion.${advice}.text`)}</span>
    </Link>
  );
}
