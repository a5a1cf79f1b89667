-- Bills: an invoice, its items and their charges. The account leads every key.

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
  -- What its live allocations leave open.
  open_cents bigint not null,
  paid_on date,
  voided_at timestamptz,
  primary key (account_id, id),
  check (period_end >= period_start),
  check (due_on >= issued_on),
  check (amount_cents < 0 or open_cents between 0 and amount_cents)
);
create unique index one_live_invoice_per_period on invoice (account_id, period_start) where voided_at is null;
create index invoice_newest_first on invoice (account_id, issued_on desc, id desc);
create index invoice_open on invoice (account_id, due_on) where open_cents > 0 and voided_at is null;

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
  charge_type text not null check (charge_type in ('recurring', 'one-time', 'usage', 'discount', 'tax', 'fee')),
  description text not null,
  amount_cents bigint not null,
  primary key (account_id, invoice_id, item_position, position),
  foreign key (account_id, invoice_id, item_position) references invoice_item
);
