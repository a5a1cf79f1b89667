-- Every cent of a balance is visible: open bills + opening debt - free credit = balance, and open items and free credit
-- never exist at the same time.

-- What an account owed before its first bill (above 0: an open item of its own), or the credit it came with (below 0).
create table opening_balance (
  account_id uuid primary key references account,
  amount_cents bigint not null,
  -- Above 0: still owed; below 0: still free.
  open_cents bigint not null,
  -- The issue date of the first bill.
  due_on date not null,
  check (open_cents between least(amount_cents, 0) and greatest(amount_cents, 0))
);
grant select, insert, update on opening_balance to myaccount_app;

-- A negative bill is credit: what of it is still free stands below 0 in open_cents.
alter table invoice drop constraint invoice_check2;
alter table invoice add constraint invoice_open_within_amount
  check (open_cents between least(amount_cents, 0) and greatest(amount_cents, 0));
create index invoice_with_open_amount on invoice (account_id, due_on) where open_cents <> 0 and voided_at is null;
drop index invoice_open;

-- An allocation takes from a payment, a negative bill (credit_invoice_id), or the opening credit (both null), and pays a
-- bill or the opening debt (invoice_id null).
alter table payment_allocation
  alter payment_id drop not null,
  alter invoice_id drop not null,
  add column credit_invoice_id uuid,
  -- An import file says so; everything else is applied to the oldest open item.
  add column is_stated boolean not null default false,
  add foreign key (account_id, credit_invoice_id) references invoice,
  add check (payment_id is null or credit_invoice_id is null),
  add check (num_nonnulls(payment_id, credit_invoice_id, invoice_id) > 0);
drop index one_live_allocation;
create unique index one_live_allocation on payment_allocation (account_id, payment_id, credit_invoice_id, invoice_id)
  nulls not distinct where reversed_at is null;

alter table invoice_charge drop constraint invoice_charge_charge_type_check;
alter table invoice_charge add constraint invoice_charge_charge_type_check
  check (charge_type in ('recurring', 'one-time', 'usage', 'discount', 'tax', 'fee', 'late-fee'));

-- Who a bill was addressed to, and what was past due, when it was issued: its PDF depends on nothing later.
alter table invoice add column as_issued jsonb;

-- Existing books: imported payments were applied as their file said.
update payment_allocation a set is_stated = true
from payment p where p.account_id = a.account_id and p.id = a.payment_id and p.external_id is not null;

insert into opening_balance (account_id, amount_cents, open_cents, due_on)
select l.account_id, l.cents, l.cents, coalesce(i.first_issued_on, l.occurred_on)
from (
  select account_id, sum(case debit when 'receivable' then amount_cents else -amount_cents end) as cents,
    min(occurred_on) as occurred_on
  from ledger_posting where event_key like 'opening:%' group by account_id
) l
left join (
  select account_id, min(issued_on) as first_issued_on from invoice where voided_at is null group by account_id
) i on i.account_id = l.account_id
where l.cents <> 0;

-- Applies every free credit to the oldest open items. Credits and items lie end to end, each from its running sum to the
-- next: where the two lines overlap, the credit pays the item.
with item as (
  select account_id, invoice_id, sum(open_cents) over before - open_cents as starts_at, sum(open_cents) over before as ends_at
  from (
    select account_id, id as invoice_id, due_on, open_cents from invoice where open_cents > 0 and voided_at is null
    union all
    select account_id, null, due_on, open_cents from opening_balance where open_cents > 0
  ) open_item
  window before as (partition by account_id order by due_on, invoice_id nulls first)
), credit as (
  select account_id, payment_id, credit_invoice_id, available_on,
    sum(free_cents) over before - free_cents as starts_at, sum(free_cents) over before as ends_at
  from (
    select p.account_id, p.id as payment_id, null::uuid as credit_invoice_id, p.occurred_on as available_on,
      p.amount_cents - coalesce(sum(a.amount_cents), 0) as free_cents
    from payment p
    left join payment_allocation a on a.account_id = p.account_id and a.payment_id = p.id and a.reversed_at is null
    where p.state = 'COMPLETED' group by p.account_id, p.id
    union all
    select account_id, null, id, issued_on, -open_cents from invoice where open_cents < 0 and voided_at is null
    union all
    select account_id, null, null, due_on, -open_cents from opening_balance where open_cents < 0
  ) free_credit
  where free_cents > 0
  window before as (partition by account_id order by available_on, payment_id, credit_invoice_id)
)
insert into payment_allocation (account_id, payment_id, credit_invoice_id, invoice_id, amount_cents, allocated_at, reversed_at)
select i.account_id, c.payment_id, c.credit_invoice_id, i.invoice_id,
  least(i.ends_at, c.ends_at) - greatest(i.starts_at, c.starts_at), now(), null
from item i join credit c on c.account_id = i.account_id and c.starts_at < i.ends_at and i.starts_at < c.ends_at
on conflict (account_id, payment_id, credit_invoice_id, invoice_id) where reversed_at is null
  do update set amount_cents = payment_allocation.amount_cents + excluded.amount_cents;

update invoice i set
  open_cents = i.amount_cents - a.paid_cents + a.spent_cents,
  paid_on = case when i.amount_cents > 0 and i.amount_cents = a.paid_cents
    then coalesce(i.paid_on, greatest(i.issued_on, a.paid_on)) end
from (
  select i.account_id, i.id,
    coalesce(sum(a.amount_cents) filter (where a.invoice_id = i.id), 0) as paid_cents,
    coalesce(sum(a.amount_cents) filter (where a.credit_invoice_id = i.id), 0) as spent_cents,
    max(coalesce(p.occurred_on, c.issued_on)) filter (where a.invoice_id = i.id) as paid_on
  from invoice i
  join payment_allocation a on a.account_id = i.account_id and i.id in (a.invoice_id, a.credit_invoice_id)
    and a.reversed_at is null
  left join payment p on p.account_id = a.account_id and p.id = a.payment_id
  left join invoice c on c.account_id = a.account_id and c.id = a.credit_invoice_id
  group by i.account_id, i.id
) a
where a.account_id = i.account_id and a.id = i.id
  and i.open_cents <> i.amount_cents - a.paid_cents + a.spent_cents;

update opening_balance o set open_cents = o.amount_cents - a.paid_cents + a.spent_cents
from (
  select account_id,
    coalesce(sum(amount_cents) filter (where invoice_id is null), 0) as paid_cents,
    coalesce(sum(amount_cents) filter (where payment_id is null and credit_invoice_id is null), 0) as spent_cents
  from payment_allocation where reversed_at is null group by account_id
) a
where a.account_id = o.account_id and o.open_cents <> o.amount_cents - a.paid_cents + a.spent_cents;

-- Existing bills are addressed as their account is now. What was open when a bill was issued is its previous balance: credit
-- pays the oldest first, so it lies on the bills just before, newest first, and the rest is the opening debt.
with earlier as (
  select i.account_id, i.id, e.due_on, e.issued_on, e.amount_cents,
    i.issued_on as bill_issued_on, i.previous_balance_cents,
    greatest(0, least(greatest(e.amount_cents, 0), i.previous_balance_cents - sum(greatest(e.amount_cents, 0)) over (
      partition by i.account_id, i.id order by e.due_on desc, e.id desc) + greatest(e.amount_cents, 0))) as open_cents,
    row_number() over (partition by i.account_id, i.id order by e.issued_on desc, e.id desc) as newest
  from invoice i
  join invoice e on e.account_id = i.account_id and e.voided_at is null
    and (e.issued_on, e.id) < (i.issued_on, i.id)
), summary as (
  select account_id, id,
    sum(open_cents) filter (where due_on < bill_issued_on) as past_due_cents,
    min(due_on) filter (where open_cents > 0 and due_on < bill_issued_on) as past_due_since,
    sum(open_cents) as open_cents,
    min(issued_on) as first_issued_on,
    jsonb_agg(jsonb_build_object('month', to_char(issued_on, 'YYYY-MM'), 'amountCents', amount_cents) order by newest desc)
      filter (where newest <= 11) as earlier_bills
  from earlier group by account_id, id
)
update invoice i set as_issued = jsonb_build_object(
  'language', c.language,
  'holderName', concat_ws(' ', c.first_name, c.last_name),
  'businessName', a.business_name,
  'billingAddress', coalesce(address_of.billing, address_of.service, '[]'),
  'serviceAddress', coalesce(address_of.service, '[]'),
  -- The rest of the previous balance is the opening debt, due on the first bill's issue date.
  'pastDueCents', coalesce(s.past_due_cents, 0) + case when s.first_issued_on < i.issued_on
    then greatest(0, i.previous_balance_cents - s.open_cents) else 0 end,
  'pastDueSince', case when s.first_issued_on < i.issued_on and i.previous_balance_cents > s.open_cents
    then least(s.first_issued_on, s.past_due_since) else s.past_due_since end,
  'earlierBills', coalesce(s.earlier_bills, '[]'))
from invoice b
join account a on a.id = b.account_id
join customer c on c.id = a.customer_id
left join lateral (
  select (array_agg(d.lines) filter (where address_type = 'Billing'))[1] as billing,
    (array_agg(d.lines) filter (where address_type = 'Service'))[1] as service
  from (
    select address_type, jsonb_build_array(
      concat_ws(' ', nullif(concat_ws('-', nullif(street_nr_first, ''), nullif(street_nr_last, '')), ''), nullif(street_name, '')),
      city || ', ' || state || ' ' || post_code) as lines
    from address where account_id = b.account_id
  ) d
) address_of on true
left join summary s on s.account_id = b.account_id and s.id = b.id
where i.account_id = b.account_id and i.id = b.id;

alter table invoice alter as_issued set not null;
