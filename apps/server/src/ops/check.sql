-- What must always hold. Each check selects the rows that break it; `npm run ops -- check` runs them all.
-- The time is the clock's: current_setting('check.now').

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

-- check: what is open of a bill is its amount less what is applied to it
select i.invoice_number, i.amount_cents, i.open_cents, coalesce(p.cents, 0) as applied_cents
from invoice i
left join (
  select account_id, invoice_id, sum(amount_cents) as cents
  from payment_allocation where reversed_at is null group by account_id, invoice_id
) p on p.account_id = i.account_id and p.invoice_id = i.id
where i.voided_at is null and i.open_cents <> i.amount_cents - coalesce(p.cents, 0);

-- check: a bill has the day it was paid when nothing is open, and only then
select invoice_number, open_cents, paid_on
from invoice
where voided_at is null and amount_cents > 0 and (open_cents = 0) <> (paid_on is not null);

-- check: no more is applied than was paid
select p.id as payment_id, p.amount_cents, sum(a.amount_cents) as applied_cents
from payment p
join payment_allocation a on a.account_id = p.account_id and a.payment_id = p.id and a.reversed_at is null
group by p.account_id, p.id, p.amount_cents
having sum(a.amount_cents) > p.amount_cents;

-- check: only completed payments are applied to bills
select p.id as payment_id, p.state, a.amount_cents
from payment_allocation a
join payment p on p.account_id = a.account_id and p.id = a.payment_id
where a.reversed_at is null and p.state <> 'COMPLETED';

-- check: a completed payment is credited once, with its amount; any other leaves nothing behind
select p.id as payment_id, p.state, p.amount_cents, coalesce(l.cents, 0) as credited_cents, coalesce(l.times, 0) as times
from payment p
left join (
  select account_id, payment_id,
    sum(case when credit = 'receivable' then amount_cents else -amount_cents end) as cents,
    count(*) filter (where event_key = 'payment:' || payment_id) as times
  from ledger_posting where payment_id is not null group by account_id, payment_id
) l on l.account_id = p.account_id and l.payment_id = p.id
where coalesce(l.cents, 0) <> case when p.state = 'COMPLETED' then p.amount_cents else 0 end
  or coalesce(l.times, 0) > 1
  or (p.state = 'COMPLETED' and coalesce(l.times, 0) <> 1);

-- check: what came back was credited before
select r.payment_id, r.event_key
from ledger_posting r
where (starts_with(r.event_key, 'payment-return:') or starts_with(r.event_key, 'payment-refund:'))
  and not exists (
    select from ledger_posting c where c.account_id = r.account_id and c.event_key = 'payment:' || r.payment_id
  );

-- check: no payment is being submitted for more than ten minutes
select id as payment_id, occurred_at
from payment
where state = 'SUBMITTING' and occurred_at < current_setting('check.now')::timestamptz - interval '10 minutes';

-- check: no two completed payments are one charge of the processor
select processor, processor_transaction, count(*) as payments
from payment
where state = 'COMPLETED' and processor_transaction is not null
group by processor, processor_transaction having count(*) > 1;

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
where e.ended_at is null and m.valid_to <= current_setting('check.now')::timestamptz;

-- check: no slot is taken more often than it has room
select id as slot_id, taken, capacity from slot where taken > capacity;

-- check: every payment made here stands in the audit trail
select p.id as payment_id, p.state
from payment p
where p.external_id is null and p.state not in ('PLANNED', 'SUBMITTING')
  and not exists (
    select from audit_entry e where e.account_id = p.account_id and e.detail ->> 'paymentId' = p.id::text
  );
