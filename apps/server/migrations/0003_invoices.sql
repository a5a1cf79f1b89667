-- Bills: an invoice, its items and their charges. The account leads every key. Every cent of a balance is visible: open bills
-- + opening debt - free credit = balance, and open items and free credit never exist at the same time.

create table invoice (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  invoice_number text not null unique,
  issued_on date not null,
  due_on date not null,
  original_due_on date not null,
  period_start date not null,
  period_end date not null,
  previous_balance_cents bigint not null,
  payments_received_cents bigint not null default 0,
  -- The bill's own charges, summed.
  amount_cents bigint not null,
  -- What its live allocations leave open. A negative bill is credit: the part of it that is still free is below 0.
  open_cents bigint not null,
  paid_on date,
  voided_at timestamptz,
  -- Who it was addressed to, and what was past due, when it was issued: its PDF depends on nothing later.
  as_issued jsonb not null,
  primary key (account_id, id),
  check (period_end >= period_start),
  check (due_on >= issued_on),
  constraint invoice_open_within_amount check (open_cents between least(amount_cents, 0) and greatest(amount_cents, 0))
);
create unique index one_live_invoice_per_period on invoice (account_id, period_start) where voided_at is null;
create index invoice_newest_first on invoice (account_id, issued_on desc, id desc);
create index invoice_with_open_amount on invoice (account_id, due_on) where open_cents <> 0 and voided_at is null;
grant select, insert, update on invoice to myaccount_app;

create table invoice_item (
  account_id uuid not null,
  invoice_id uuid not null,
  position smallint not null,
  description text not null,
  primary key (account_id, invoice_id, position),
  foreign key (account_id, invoice_id) references invoice
);

create table invoice_charge (
  account_id uuid not null,
  invoice_id uuid not null,
  item_position smallint not null,
  position smallint not null,
  charge_type text not null
    check (charge_type in ('recurring', 'one-time', 'usage', 'discount', 'tax', 'fee', 'late-fee')),
  description text not null,
  amount_cents bigint not null,
  primary key (account_id, invoice_id, item_position, position),
  foreign key (account_id, invoice_id, item_position) references invoice_item
);
grant select, insert, update, delete on invoice_item, invoice_charge to myaccount_app;

-- What an account owed before its first bill (above 0: a separate open item), or the credit it came with (below 0).
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
