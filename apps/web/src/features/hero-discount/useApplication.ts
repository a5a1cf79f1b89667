import type { ApplicationFailure, applyForHeroDiscount } from '@myaccount/contract/hero-discount';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { signedInUser } from '../../api/session.ts';
import { accountDetailsQuery, useAccount } from '../accounts/accounts.queries.ts';

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
export function useApplication(isApplied: boolean) {
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
