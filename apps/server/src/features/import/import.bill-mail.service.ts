import { sql } from 'kysely';
import { pastDueAtIssue } from '../invoices/as-issued.rules.ts';
import { type BillMailPayload, isNews } from '../invoices/bill-mail.rules.ts';
import type { HistoryBill } from './import.account-history.rules.ts';
import type { AmountsAfter } from './import.allocations.rules.ts';
import type { AccountScope } from './import.unit.rules.ts';

type BillMail = Omit<BillMailPayload, 'hasAutopay'>;

/**
 * Queues the mail about the newest of an account's live bills, if this import adds it and it is news. Only customers who get
 * their bills by email get it, at the address that the import leaves on record or else the primary login's.
 */
export function mailNewestBill(
  bills: readonly HistoryBill[],
  openCents: AmountsAfter['openCents'],
  scope: AccountScope,
): void {
  const { accountId, billTo, isNew, now, today, writes } = scope;
  const bill = bills.at(-1);
  if (!bill?.change || bill.known) return;
  if (!isNews({ ...bill, isOnly: bills.length === 1, isAccountNew: isNew }, today)) return;
  const payload: BillMail = {
    invoiceId: bill.id,
    accountEnding: billTo.accountNumber.slice(-4),
    openCents: Math.max(0, openCents(bill.id, bill.amountCents)),
    dueOn: bill.dueOn,
    periodStart: bill.periodStart,
    periodEnd: bill.change.now.periodEnd,
    totalCents: bill.previousBalanceCents + bill.amountCents,
    pastDueCents: pastDueAtIssue(bill, bills.slice(0, -1)).pastDueCents,
  };
  writes.last(sql`
    insert into outbox (event_key, account_id, channel, recipient, template, language, payload, created_at, next_attempt_at)
    select ${`bill-ready:${bill.id}`}, a.id, 'mail', coalesce(c.email_address, l.email_address), 'bill-ready', c.language,
      ${JSON.stringify(payload)}::jsonb || jsonb_build_object('hasAutopay', exists (
        select from autopay_enrollment e where e.account_id = a.id and e.ended_at is null)), ${now}, ${now}
    from account a
    join customer c on c.id = a.customer_id
    left join lateral (
      select l.email_address from login_account la join login l on l.id = la.login_id
      where la.account_id = a.id and la.role = 'primary' order by l.id limit 1) l on true
    where a.id = ${accountId} and a.bill_type in ('EMAIL', 'PAPER_EMAIL')
      and coalesce(c.email_address, l.email_address) is not null`);
}
