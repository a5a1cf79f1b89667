import { calendarFileOf } from '@myaccount/contract/calendar-file';
import { apiPath } from '@myaccount/contract/endpoint';
import type { Language } from '@myaccount/contract/languages';
import { dayOf } from '../../platform/business-day.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import { translator } from '../../platform/texts.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import { getBalance } from '../balance/balance.service.ts';
import { generateToken } from '../login/login.rules.ts';
import { calendarUidOf } from '../texts/calendar-uid.rules.ts';
import { findFeed, insertFeed } from './calendar-feed.repository.ts';

/** FEED-1: makes the calendar of an account's due dates, and ends the one that the caller had. Returns its address. */
export async function createFeed(
  portal: Portal,
  {
    caller,
    accountNumber,
    language,
  }: { readonly caller: Caller; readonly accountNumber: string; readonly language: Language },
): Promise<string> {
  const { id: accountId } = await getAccount(portal, caller, accountNumber);
  const token = generateToken();
  await insertFeed(portal.db, {
    login_id: caller.loginId,
    account_id: accountId,
    token_hash: hashToken(token),
    language,
    created_at: portal.clock.now(),
  });
  return `${portal.config.publicUrl}${apiPath}/calendar-feed?Token=${token}`;
}

/** FEED-1: returns the due dates of what is open as a calendar. Throws not found for a wrong token, and of a closed account. */
export async function readFeed({ db, clock, config }: Portal, token: string): Promise<Buffer> {
  const feed = await findFeed(db, hashToken(token));
  if (!feed) throw notFound();
  const now = clock.now();
  const { openItems } = await getBalance(db, feed.accountId, dayOf(now, config.timeZone));
  const { brand, publicUrl } = config;
  const t = translator(feed.language);
  const events = openItems.map(({ invoiceId, dueOn }) => ({
    id: calendarUidOf(invoiceId ?? feed.accountId, publicUrl),
    start: new Date(dueOn),
    stamp: now,
    summary: t('calendar-feed.due', { brand: brand.name }),
    description: publicUrl,
  }));
  return Buffer.from(calendarFileOf(brand, events));
}
