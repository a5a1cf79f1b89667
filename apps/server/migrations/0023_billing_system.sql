-- What was read at the billing system, where the portal follows one by itself (docs/decisions/39-billing-system.md).

create table billing_reading (
  account_id uuid primary key,
  -- Since when a reading is wanted; null: only the sweep reads it.
  due_at timestamptz,
  -- Another server reads it until then, or it is not asked for again before.
  claimed_until timestamptz,
  -- Of the newest reading that began. What an older one brings is not written.
  number bigint not null default 0,
  -- When the newest reading that was written began; null: none was.
  read_at timestamptz,
  -- What was owed there before the first record. It never changes.
  opening_cents bigint,
  -- Automatic payment is on there: nothing is charged automatically here.
  is_charged_there boolean not null default false,
  -- What the last reading brought does not add up, and is read once more before it is listed.
  is_doubtful boolean not null default false
);
create index billing_reading_due on billing_reading (due_at) where due_at is not null;
create index billing_reading_age on billing_reading (read_at nulls first, account_id);
grant select, insert, update, delete on billing_reading to myaccount_app;

-- Records of the billing system that were not taken, and what a person has to look at. Of the nil account: what has no account here.
create table billing_refusal (
  account_id uuid not null,
  record text not null,
  field text not null,
  reason text not null,
  since timestamptz not null,
  primary key (account_id, record, field)
);
grant select, insert, update, delete on billing_refusal to myaccount_app;

-- How far each list of new records was read.
create table billing_cursor (
  list text primary key,
  after_id text,
  -- Of the accounts: when all had been read once. Of the others: when they began.
  completed_at timestamptz,
  -- A server reads it until then, or nobody looks at it before.
  claimed_until timestamptz not null default now()
);
grant select, insert, update, delete on billing_cursor to myaccount_app;

-- At most one row: the pace of all servers together.
create table billing_pace (
  id boolean primary key default true check (id),
  -- No call before, by the database's time.
  next_at timestamptz not null default now(),
  -- Since when no call was answered; null: the last one was.
  away_since timestamptz
);
grant select, insert, update, delete on billing_pace to myaccount_app;
