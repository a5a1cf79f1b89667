import { type RawBuilder, sql } from 'kysely';
import type { BillMailPayload } from './bill-mail.rules.ts';

/**
 * Returns the statement that queues the mail about a new bill. Only customers who get their bills by email get it, at the
 * address on record or else the primary login's.
 */
export function billMail(
  accountId: string,
  payload: Omit<BillMailPayload, 'hasAutopay'>,
  now: Date,
): RawBuilder<unknown> {
  return sql`
    insert into outbox (event_key, account_id, channel, recipient, template, language, payload, created_at, next_attempt_at)
    select ${`bill-ready:${payload.invoiceId}`}, a.id, 'mail', coalesce(c.email_address, l.email_address), 'bill-ready', c.language,
      ${JSON.stringify(payload)}::jsonb || jsonb_build_object('hasAutopay', exists (
        select 1 from autopay_enrollment e where e.account_id = a.id and e.ended_at is null)), ${now}, ${now}
    from account a
    join customer c on c.id = a.customer_id
    left join lateral (
      select l.email_address from login_account la join login l on l.id = la.login_id
      where la.account_id = a.id and la.role = 'primary' order by l.id limit 1) l on true
    where a.id = ${accountId} and a.bill_type in ('EMAIL', 'PAPER_EMAIL')
      and coalesce(c.email_address, l.email_address) is not null`;
}
