import { formatDay } from '@myaccount/contract/dates';
import type { ReplyOf } from '@myaccount/contract/endpoint';
import {
  giftCardStatusCodes,
  type registerGiftCard as registerGiftCardCall,
} from '@myaccount/contract/gift-card';
import { giftCardState, lastGiftDay } from '@myaccount/contract/gift-card-window';
import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { SignedInCall } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import { lockOwnAccount } from '../accounts/account-lock.repository.ts';
import { findGiftCard, markRegistered } from './gift-card.repository.ts';

/** API-18: registers an account for its gift card, once, with audit. Refuses with code and words what the page would not offer. */
export async function registerGiftCard(
  { db, clock, config }: Portal,
  { caller, client, headers, body }: SignedInCall<typeof registerGiftCardCall>,
): Promise<ReplyOf<typeof registerGiftCardCall>> {
  const at = clock.now();
  const { giftDays } = config.limits;
  return await db.transaction().execute(async (trx) => {
    const account = await lockOwnAccount(trx, caller, { number: body.accountNumber });
    if (!account) throw notFound();
    const accountId = account.id;
    const giftCard = await findGiftCard(trx, accountId);
    const state = giftCardState(giftCard, dayOf(at, config.timeZone), giftDays);
    const eligibleDate = giftCard?.eligibleDate ?? null;
    if (state !== 'open') {
      const language = readerLanguage(headers['Accept-Language']);
      const day = eligibleDate ? formatDay(lastGiftDay(eligibleDate, giftDays), language) : '';
      const statusDescription = translator(language)(`gift-card.${state}`, { day });
      return { statusCode: giftCardStatusCodes[state], statusDescription };
    }
    await markRegistered(trx, accountId, at);
    await recordAudit(trx, {
      at,
      accountId,
      actor: `login:${caller.loginId}`,
      action: 'gift-card.registered',
      detail: { eligibleDate },
      client,
    });
    return { statusCode: giftCardStatusCodes.done };
  });
}
