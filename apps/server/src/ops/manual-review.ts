import { unconfirmedForLongMs } from '@myaccount/contract/payment-states';
import { sql } from 'kysely';
import { isOpen } from '../features/charge-notices/charge-notice.repository.ts';
import type { Database } from '../platform/database/connect.ts';
import { PortalCommand } from './ops-context.ts';
import { listRows, textLine } from './text-section.ts';

const itemsWaitingExitCode = 2;
/** Longer than a lookup settles what it can. */
const refundReviewAfterMs = 15 * 60_000;
const help = `
Payment: look up the reference at the processor, then record what you found with settle-payment.
Refund: look it up at the processor, then record what came of it with settle-refund.
Dead mail: the address does not accept mail. Contact the customer another way.
Text: neither text nor mail reached the customer. Call, or write a letter.
Charge: a restore brought it back, and nothing is charged. Ask the customer, then let it be charged with confirm-charge.
Callback of verify-pass: find out whose verification it is, then record it with settle-verification.
Exit code 0: nothing to review; 2: items to review; 1: the command failed.`;

/** `manual-review` */
export const manualReviewCommand = new PortalCommand('manual-review')
  .description(
    'Lists what needs manual review: unresolved payments and refunds, dead mail, texts that reached nobody, charges that wait for you, and ambiguous callbacks.',
  )
  .addHelpText('after', help)
  .does(async ({ db, portal }) => {
    const lines = await listManualReview(db, portal.clock.now());
    if (lines.length === 0) return ['Nothing needs manual review.'];
    process.exitCode = itemsWaitingExitCode;
    return lines;
  });

/** Returns one line of text per item in manual review, first the charges that keep their accounts from paying. */
export async function listManualReview(db: Database, now: Date): Promise<string[]> {
  const lines: string[] = [];
  for (const { query, line } of lists)
    lines.push(...(await listRows(db, query(now))).map((row) => textLine(line, row)));
  return lines;
}

/** A charge that has been without a result for long: its account cannot pay. */
const isBlocking = (now: Date) => sql`
  (p.state in ('SUBMITTING', 'UNKNOWN') and p.occurred_at <= ${new Date(now.getTime() - unconfirmedForLongMs)})`;

const lists = [
  {
    query: (now: Date) => sql`
      select p.id, a.account_number, p.amount_cents, p.state, p.occurred_at, coalesce(p.processor, 'no processor') as processor,
        coalesce(p.processor_reference, 'none') as reference, coalesce(p.processor_transaction, 'none') as transaction,
        coalesce(p.manual_review_reason, 'no result') as reason,
        case when ${isBlocking(now)} then '; no other payment can be made' else '' end as blocking
      from payment p join account a on a.id = p.account_id
      where p.manual_review_reason is not null or ${isBlocking(now)}
      order by blocking desc, p.occurred_at`,
    line:
      'payment {id}  account {account_number}  {amount_cents}  {state} since {occurred_at}  {processor} reference {reference}, ' +
      'transaction {transaction}: {reason}{blocking}',
  },
  {
    query: (now: Date) => sql`
      select r.id, a.account_number, r.amount_cents, r.payment_id, r.requested_at, p.processor, r.means,
        r.processor_reference as reference, coalesce(p.processor_transaction, 'none') as transaction,
        coalesce(r.failure_text, 'no result') as reason
      from refund r join payment p on p.account_id = r.account_id and p.id = r.payment_id join account a on a.id = r.account_id
      where r.state = 'UNKNOWN' and r.requested_at <= ${new Date(now.getTime() - refundReviewAfterMs)}
      order by r.requested_at`,
    line:
      'refund {id}  account {account_number}  {amount_cents} of payment {payment_id}  since {requested_at}  {processor} {means} ' +
      'reference {reference}, of transaction {transaction}: {reason}; nothing else is refunded',
  },
  {
    query: () => sql`
      select id, template, recipient, created_at, attempts, coalesce(last_error, 'no error recorded') as last_error
      from outbox where state = 'DEAD' order by created_at`,
    line: 'mail {id}  {template} to {recipient}  created {created_at}, {attempts} attempts: {last_error}',
  },
  {
    query: () => sql`
      with announced as materialized (
        select a.account_number, n.kind, n.created_at, n.mail_ids
        from charge_notice n join account a on a.id = n.account_id
        where n.announced_at is not null and n.charge_from is null and ${isOpen})
      select account_number, kind, created_at, case mail_ids when '{}' then 'no address' else 'DEAD' end as reason
      from announced n where not exists (select 1 from outbox o where o.id = any(n.mail_ids) and o.state <> 'DEAD')
      order by created_at, account_number`,
    line: 'charge  account {account_number}  {kind}, restored {created_at}: its customer could not be told ({reason})',
  },
  {
    query: () => sql`
      select t.id, a.account_number, t.kind, t.recipient, t.created_at, coalesce(t.last_error, 'no error recorded') as last_error,
        t.manual_review_reason as reason
      from text_message t join account a on a.id = t.account_id
      where t.manual_review_reason is not null order by t.created_at`,
    line: 'text {id}  account {account_number}  {kind} to {recipient}  created {created_at}: {last_error}: {reason}',
  },
  {
    query: () => sql`
      select event_id, provider, received_at, coalesce(reason, 'no reason recorded') as reason, payload
      from inbox_event where state = 'AMBIGUOUS' order by received_at`,
    line: 'callback {event_id} from {provider}, {received_at}: {reason}: {payload}',
  },
];
