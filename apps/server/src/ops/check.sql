-- What must always hold. Each check selects the rows that break it; `npm run ops -- check` runs them all.
-- $1 is the time by the clock. $2 is the installation (check.ts); null where none is named.

-- check: an account's balance is the sum of its ledger
select a.account_number, a.balance_cents, coalesce(l.cents, 0) as ledger_cents
from account a
left join (
  select account_id,
    sum(case when debit = 'receivable' then amount_cents when credit = 'receivable' then -amount_cents else 0 end) as cents
  from ledger_posting group by account_id
) l on l.account_id = a.id
where a.balance_cents <> coalesce(l.cents, 0);

-- check: a bill's charges add up to its amount
select i.invoice_number, i.amount_cents, coalesce(c.cents, 0) as charges_cents
from invoice i
left join (
  select account_id, invoice_id, sum(amount_cents) as cents from invoice_charge group by account_id, invoice_id
) c on c.account_id = i.account_id and c.invoice_id = i.id
where i.amount_cents <> coalesce(c.cents, 0);

-- check: a bill is booked with its amount, a voided one with nothing
select i.invoice_number, i.amount_cents, coalesce(l.cents, 0) as ledger_cents
from invoice i
left join (
  select account_id, invoice_id, sum(case when debit = 'receivable' then amount_cents else -amount_cents end) as cents
  from ledger_posting where invoice_id is not null group by account_id, invoice_id
) l on l.account_id = i.account_id and l.invoice_id = i.id
where coalesce(l.cents, 0) <> case when i.voided_at is null then i.amount_cents else 0 end;

-- check: what is open of a bill is its amount less what is applied to it, and what it paid as credit
select i.invoice_number, i.amount_cents, i.open_cents, coalesce(p.cents, 0) as applied_cents, coalesce(c.cents, 0) as spent_cents
from invoice i
left join (
  select account_id, invoice_id, sum(amount_cents) as cents
  from payment_allocation where reversed_at is null group by account_id, invoice_id
) p on p.account_id = i.account_id and p.invoice_id = i.id
left join (
  select account_id, credit_invoice_id, sum(amount_cents) as cents
  from payment_allocation where reversed_at is null group by account_id, credit_invoice_id
) c on c.account_id = i.account_id and c.credit_invoice_id = i.id
where i.voided_at is null and i.open_cents <> i.amount_cents - coalesce(p.cents, 0) + coalesce(c.cents, 0);

-- check: nothing is applied to or from a voided bill
select i.invoice_number, a.amount_cents
from payment_allocation a
join invoice i on i.account_id = a.account_id and i.id in (a.invoice_id, a.credit_invoice_id)
where a.reversed_at is null and i.voided_at is not null;

-- check: nobody is mailed about a credit or an adjustment as about a bill
select i.invoice_number, i.kind
from outbox o
join invoice i on i.account_id = o.account_id and i.id = (o.payload ->> 'invoiceId')::uuid and i.kind in ('credit', 'debit')
where o.template = 'bill-ready';

-- check: the opening balance is what the ledger booked as owed before the first bill
select a.account_number, coalesce(o.amount_cents, 0) as opening_cents, coalesce(l.cents, 0) as ledger_cents
from account a
left join opening_balance o on o.account_id = a.id
left join (
  select account_id, sum(case debit when 'receivable' then amount_cents else -amount_cents end) as cents
  from ledger_posting where starts_with(event_key, 'opening:') group by account_id
) l on l.account_id = a.id
where coalesce(o.amount_cents, 0) <> coalesce(l.cents, 0);

-- check: what is open of an opening balance is its amount less what is applied to it, and what it paid as credit
select a.account_number, o.amount_cents, o.open_cents
from opening_balance o
join account a on a.id = o.account_id
left join (
  select account_id,
    sum(amount_cents) filter (where invoice_id is null) as paid_cents,
    sum(amount_cents) filter (where payment_id is null and credit_invoice_id is null) as spent_cents
  from payment_allocation where reversed_at is null group by account_id
) p on p.account_id = o.account_id
where o.open_cents <> o.amount_cents - coalesce(p.paid_cents, 0) + coalesce(p.spent_cents, 0);

-- check: an opening debt is due on the day the first bill was issued
select a.account_number, o.due_on, i.first_issued_on
from opening_balance o
join account a on a.id = o.account_id
join (
  select account_id, min(issued_on) as first_issued_on from invoice
  where kind in ('cycle', 'manual') and (voided_at is null or reversed_on is not null) group by account_id
) i
  on i.account_id = o.account_id
where o.due_on > i.first_issued_on;

-- check: open bills and the opening debt less free credit are the balance, and are never beside free credit
select a.account_number, a.balance_cents, coalesce(o.open_cents, 0) as open_cents, coalesce(f.free_cents, 0) as free_cents
from account a
left join (
  select account_id, sum(open_cents) as open_cents from (
    select account_id, open_cents from invoice where open_cents > 0 and voided_at is null
    union all
    select account_id, open_cents from opening_balance where open_cents > 0
  ) item group by account_id
) o on o.account_id = a.id
left join (
  select account_id, sum(free_cents) as free_cents from (
    select account_id, -open_cents as free_cents from invoice where open_cents < 0 and voided_at is null
    union all
    select account_id, -open_cents from opening_balance where open_cents < 0
    union all
    select p.account_id, p.amount_cents - coalesce(sum(l.amount_cents), 0) - coalesce((
      select sum(r.amount_cents) from refund r where r.account_id = p.account_id and r.payment_id = p.id and r.state = 'DONE'), 0)
    from payment p
    left join payment_allocation l on l.account_id = p.account_id and l.payment_id = p.id and l.reversed_at is null
    where p.state = 'COMPLETED' group by p.account_id, p.id
  ) credit where free_cents > 0 group by account_id
) f on f.account_id = a.id
where coalesce(o.open_cents, 0) - coalesce(f.free_cents, 0) <> a.balance_cents
  or (o.open_cents > 0 and f.free_cents > 0);

-- check: a bill has the day it was paid when nothing is open, and only then
select invoice_number, open_cents, paid_on
from invoice
where voided_at is null and amount_cents > 0 and (open_cents = 0) <> (paid_on is not null);

-- check: no more is applied than was paid and not given back
select p.id as payment_id, p.amount_cents, p.refunded_cents, sum(a.amount_cents) as applied_cents
from payment p
join payment_allocation a on a.account_id = p.account_id and a.payment_id = p.id and a.reversed_at is null
group by p.account_id, p.id, p.amount_cents, p.refunded_cents
having sum(a.amount_cents) > p.amount_cents - p.refunded_cents;

-- check: only completed payments are applied to bills
select p.id as payment_id, p.state, a.amount_cents
from payment_allocation a
join payment p on p.account_id = a.account_id and p.id = a.payment_id
where a.reversed_at is null and p.state <> 'COMPLETED';

-- check: a completed payment is credited once, with its amount less its refunds; any other leaves nothing behind
select p.id as payment_id, p.state, p.amount_cents, p.refunded_cents, coalesce(l.cents, 0) as credited_cents,
  coalesce(l.times, 0) as times
from payment p
left join (
  select account_id, payment_id,
    sum(case when credit = 'receivable' then amount_cents else -amount_cents end) as cents,
    count(*) filter (where event_key = 'payment:' || payment_id) as times
  from ledger_posting where payment_id is not null group by account_id, payment_id
) l on l.account_id = p.account_id and l.payment_id = p.id
where coalesce(l.cents, 0) <> case when p.state = 'COMPLETED' then p.amount_cents - p.refunded_cents else 0 end
  or coalesce(l.times, 0) > 1
  or (p.state = 'COMPLETED' and coalesce(l.times, 0) <> 1);

-- check: what came back was credited before
select r.payment_id, r.event_key
from ledger_posting r
where (starts_with(r.event_key, 'payment-return:') or starts_with(r.event_key, 'payment-refund:')
    or starts_with(r.event_key, 'refund:'))
  and not exists (
    select 1 from ledger_posting c where c.account_id = r.account_id and c.event_key = 'payment:' || r.payment_id
  );

-- check: what was given back of a payment is the sum of its refunds, and all of it only where it is refunded
select p.id as payment_id, p.state, p.amount_cents, p.refunded_cents, r.cents as refunds_cents
from payment p
left join (
  select account_id, payment_id, sum(amount_cents) as cents from refund where state = 'DONE' group by account_id, payment_id
) r on r.account_id = p.account_id and r.payment_id = p.id
where p.refunded_cents <> coalesce(r.cents, 0) or p.refunded_cents > p.amount_cents
  or (p.refunded_cents = p.amount_cents and p.state <> 'REFUNDED');

-- check: a refund is booked with its amount once it is done, and only then
select r.id as refund_id, r.state, r.amount_cents, l.amount_cents as booked_cents
from refund r
full join ledger_posting l on l.account_id = r.account_id and l.event_key = 'refund:' || r.id
where (r.state = 'DONE' and l.amount_cents is distinct from r.amount_cents)
  or (starts_with(l.event_key, 'refund:') and r.state is distinct from 'DONE');

-- check: no payment is being submitted for more than ten minutes
select id as payment_id, occurred_at
from payment
where state = 'SUBMITTING' and occurred_at < $1::timestamptz - interval '10 minutes';

-- check: no two completed payments are one charge of the processor
select processor, processor_transaction, count(*) as payments
from payment
where state = 'COMPLETED' and processor_transaction is not null
group by processor, processor_transaction having count(*) > 1;

-- check: every payment has a reference that no other payment of its account has
select p.id as payment_id, r.reference, count(*) as times
from payment p
left join payment_reference r on r.account_id = p.account_id and r.payment_id = p.id
left join payment_reference same on same.account_id = r.account_id and same.reference = r.reference
group by p.account_id, p.id, r.reference
having r.reference is null or count(*) > 1;

-- check: an account has at most one default method and one autopay
select a.account_number, m.defaults, e.autopays
from account a
left join (
  select account_id, count(*) as defaults from payment_method where is_default and valid_to is null group by account_id
) m on m.account_id = a.id
left join (
  select account_id, count(*) as autopays from autopay_enrollment where ended_at is null group by account_id
) e on e.account_id = a.id
where m.defaults > 1 or e.autopays > 1;

-- check: autopay charges a method that is still saved
select a.account_number, m.id as method_id, m.valid_to
from autopay_enrollment e
join account a on a.id = e.account_id
join payment_method m on m.account_id = e.account_id and m.id = e.payment_method_id
where e.ended_at is null and m.valid_to <= $1::timestamptz;

-- check: autopay leaves no past-due bill without an attempt, a planned day, or a mail
-- A day passes first: the jobs need it. Autopay that was imported owes nothing until it charged here. What was
-- reopened waits. Who could not be told after a restore is in manual review.
with told as materialized (
  select account_id, created_at from outbox
  where template like 'payment-%' or template in ('autopay-upcoming', 'autopay-failed')
)
select a.account_number, i.invoice_number, i.due_on, i.open_cents, raised.at as owed_since
from autopay_enrollment e
join account a on a.id = e.account_id
join invoice i on i.account_id = e.account_id and least(i.open_cents, i.unsettled_cents) > 0 and i.voided_at is null
cross join lateral (
  select max(posted_at) as at from ledger_posting l
  where l.account_id = i.account_id and l.invoice_id = i.id and l.debit = 'receivable'
) raised
where e.ended_at is null and i.due_on >= coalesce(e.enrolled_on, (e.enrolled_at at time zone 'UTC')::date)
  and i.due_on < ($1::timestamptz - interval '1 day')::date and raised.at < $1::timestamptz - interval '1 day'
  and (e.consent_id is not null or exists (select from autopay_charge c where c.account_id = e.account_id))
  and not exists (
    select from autopay_charge c
    left join payment p on p.account_id = c.account_id and p.id = c.payment_id
    where c.account_id = e.account_id and c.run_on >= i.due_on
      and coalesce(p.occurred_at, c.followed_up_at, raised.at) >= raised.at)
  and not exists (
    select from payment p where p.account_id = e.account_id
      and p.state in ('PLANNED', 'SUBMITTING', 'UNKNOWN', 'PENDING'))
  and not exists (
    select from late_debt l
    where l.account_id = e.account_id and l.invoice_id = i.id and l.collect_on >= $1::timestamptz::date)
  and not exists (
    select from charge_notice n
    where n.account_id = e.account_id and n.agreement_id = e.id and n.charge_from is null)
  and not exists (
    select from told where told.account_id = e.account_id and told.created_at >= greatest(raised.at, i.due_on));

-- check: no slot is taken more often than it has room
select id as slot_id, taken, capacity from slot where taken > capacity;

-- check: no time of a visit holds more of our bookings than it has room
select s.id as slot_id, count(*) as bookings, s.capacity
from slot s
join appointment_change x on x.area = s.area and x.starts_at = s.starts_at and x.ends_at = s.ends_at
join appointment v on v.account_id = x.account_id and v.id = x.appointment_id and v.kind = s.kind
left join lateral (
  select max(d.read_at) as read_at from slot_day d
  where d.area = s.area and d.kind = s.kind
    and d.day between (s.starts_at at time zone 'UTC')::date - 1 and (s.starts_at at time zone 'UTC')::date + 1
) known on true
-- What was confirmed before the reading is no longer in the room that the field service told.
where x.state = 'CONFIRMING' or (x.state = 'CONFIRMED' and x.settled_at >= known.read_at)
group by s.id, s.capacity
having count(*) > s.capacity;

-- check: every payment made here is in the audit trail
select p.id as payment_id, p.state
from payment p
where p.external_id is null and p.state not in ('PLANNED', 'SUBMITTING')
  and not exists (
    select 1 from audit_entry e where e.account_id = p.account_id and e.detail ->> 'paymentId' = p.id::text
  );

-- check: exported payment events are counted from 1 without gaps
select count(*) as events, max(export_position) as last_position
from payment_event where export_position is not null
having count(*) <> coalesce(max(export_position), 0) or count(*) <> count(distinct export_position);

-- check: every number leads to its account
-- One of an account to its customer, too.
with n as materialized (
  select n.*, a.customer_id from numbered_row n left join account a on a.id = n.account_id and n.kind = 'account')
select n.kind, n.key, n.account_id, n.customer_id, l.account_id as leads_to, l.customer_id as leads_to_customer
from n left join account_lookup l on l.kind = n.kind and l.key = n.key
where l.account_id is distinct from n.account_id or l.customer_id is distinct from n.customer_id;

-- check: what a row names elsewhere is there
-- On one PostgreSQL foreign keys say so; on a distributed one they do not cross between accounts and what stays together.
with named as materialized (
    select 'account' as by, 'customer' as named, id as account_id, customer_id::text as key from account
    union all select 'account', 'plan', id, plan_id from account
    union all select 'consent', 'login', account_id, login_id::text from consent where login_id is not null
    union all select 'email_change', 'login', account_id, login_id::text from email_change
    union all select 'hero_application', 'login', account_id, login_id::text from hero_application
    union all select 'page_event', 'login', account_id, login_id::text from page_event
    union all select 'payment', 'login', account_id, login_id::text from payment where login_id is not null),
  asked as materialized (
    select 'login_account' as by, 'account' as named, account_id, account_id as id from login_account
    union all select 'outbox', 'account', account_id, account_id from outbox where account_id is not null
    union all select 'idempotency_key', 'account', account_id, account_id from idempotency_key
    union all select 'idempotency_key', 'payment', account_id, payment_id from idempotency_key
    union all select 'captured_method', 'payment_method', account_id, payment_method_id from captured_method
    where payment_method_id is not null),
  known as materialized (
    select 'account' as named, id as account_id, id from account
    union all select 'payment', p.account_id, p.id from payment p join asked using (account_id, id)
    union all select 'payment_method', m.account_id, m.id from payment_method m join asked using (account_id, id))
select by, named, account_id from named n where not exists (
  select 1 from (
    select 'customer' as named, id::text as key from customer
    union all select 'plan', id from plan
    union all select 'login', id::text from login) k where k.named = n.named and k.key = n.key)
union all select by, named, account_id from asked n where not exists (
  select 1 from known k where k.named = n.named and k.account_id = n.account_id and k.id = n.id);

-- check: no two charges have one number at their processor
select processor_reference, count(*) as payments from payment
where processor_reference is not null group by processor_reference having count(*) > 1;

-- check: no invented customer is in a real installation
-- Nobody has an address at the domains that are kept for examples (RFC 2606): the demo and generated customers do.
select 'customer' as kind, customer_number as name, email_address from customer
where ($2::jsonb -> 'isReal')::boolean and email_address ~* '[@.]example\.(com|net|org)$'
union all
select 'login', null, email_address from login
where ($2::jsonb -> 'isReal')::boolean and email_address ~* '[@.]example\.(com|net|org)$';

-- check: nothing waits for a service that is off
select 'text' as kind, account_id, id, due_at as waits_since from text_message
where not ($2::jsonb -> 'sendsTexts')::boolean and due_at < $1::timestamptz - interval '1 hour'
union all
select 'move of a visit', account_id, id, requested_at from appointment_change
where not ($2::jsonb -> 'movesVisits')::boolean and state = 'CONFIRMING';

-- check: every mail and text that waits is one that the portal sends
select 'mail' as kind, template as name, account_id, id, next_attempt_at as due_at from outbox
where state = 'WAITING' and (not $2::jsonb -> 'mails' ? template
  or (($2::jsonb -> 'isReal')::boolean and next_attempt_at < $1::timestamptz - interval '1 day'))
union all
select 'text', kind, account_id, id, due_at from text_message
where ($2::jsonb -> 'isReal')::boolean and due_at < $1::timestamptz - interval '1 day';
