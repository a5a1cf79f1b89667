import { type RawBuilder, sql } from 'kysely';
import { recipientsOf } from '../accounts/mail-account.repository.ts';
import { giftCardOf } from '../gift-card/gift-card.repository.ts';
import type { BillMailPayload } from './bill-mail.rules.ts';

/**
 * Returns the statement that queues the mail about a new bill. Only accounts that get their bills by email get it.
 */
export function billMail(
  accountId: string,
  payload: Omit<BillMailPayload, 'hasAutopay' | 'giftCard'>,
  now: Date,
): RawBuilder<unknown> {
  return sql`
    insert into outbox (event_key, account_id, channel, recipient, template, language, payload, created_at, next_attempt_at)
    select ${`bill-ready:${payload.invoiceId}`} || coalesce(':' || nullif(r.position, 0), ''), a.id, 'mail', r.email_address,
      'bill-ready', r.language,
      ${JSON.stringify(payload)}::jsonb || jsonb_build_object('hasAutopay', exists (
        select 1 from autopay_enrollment e where e.account_id = ${accountId} and e.ended_at is null),
        'giftCard', ${giftCardOf(accountId)}), ${now}, ${now}
    from account a
    join customer c on c.id = a.customer_id
    cross join lateral ${recipientsOf('account', null)} r
    where a.id = ${accountId} and a.bill_type in ('EMAIL', 'PAPER_EMAIL')`;
}
