-- The ledger: append-only and double entry. A row moves one amount from one ledger account to another, so that
-- every posting balances by construction. What the customer owes is the sum on 'receivable'.

create table ledger_posting (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  -- What happened, once: 'invoice:ID', 'payment:ID', 'payment-return:ID' …
  event_key text not null,
  debit text not null check (debit in ('receivable', 'revenue', 'tax', 'cash', 'opening', 'adjustment')),
  credit text not null check (credit in ('receivable', 'revenue', 'tax', 'cash', 'opening', 'adjustment')),
  amount_cents bigint not null check (amount_cents > 0),
  occurred_on date not null,
  posted_at timestamptz not null,
  invoice_id uuid,
  payment_id uuid,
  primary key (account_id, id),
  unique (account_id, event_key, debit, credit),
  check (debit <> credit),
  foreign key (account_id, invoice_id) references invoice,
  foreign key (account_id, payment_id) references payment
);

grant select, insert on ledger_posting to myaccount_app;

-- Keeps the account's balance equal to its ledger, in the transaction that posts.
create function add_postings_to_balance() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  update public.account a set balance_cents = a.balance_cents + p.change
  from (
    select account_id, sum(case when debit = 'receivable' then amount_cents
                                when credit = 'receivable' then -amount_cents else 0 end) as change
    from posted group by account_id
  ) p
  where a.id = p.account_id and p.change <> 0;
  return null;
end $$;
create trigger ledger_keeps_balance after insert on ledger_posting
  referencing new table as posted for each statement execute function add_postings_to_balance();

-- The audit trail of accounts. It only grows: without update and delete.
create table audit_entry (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  at timestamptz not null,
  -- 'login:ID', 'system' or 'operator:NAME'.
  actor text not null,
  action text not null,
  detail jsonb not null default '{}',
  client_address text,
  correlation_id text
);
create index audit_by_account on audit_entry (account_id, at desc);
-- The index of the entries that the metrics page counts is built without making writes wait: indexes/audit_counted.sql.
grant select, insert on audit_entry to myaccount_app;

-- Entries that are of no account: sign-ins, sessions, and what else is done to a login
-- (docs/decisions/23-sessions-and-history.md).
create table login_audit_entry (
  -- Null where nobody knows the login.
  login_id uuid,
  id uuid not null default uuidv7(),
  at timestamptz not null,
  -- 'login:ID', 'unknown', or 'operator:NAME'.
  actor text not null,
  action text not null,
  detail jsonb not null default '{}',
  client_address text,
  correlation_id text
);
create index login_audit_by_login on login_audit_entry (login_id, at desc, id desc) where login_id is not null;
-- The entries that the metrics page counts (decision 35), by the condition of audit_counted: one statement reads both.
create index login_audit_counted on login_audit_entry (at, action)
  where action in ('login.succeeded', 'login.failed', 'payments.made', 'payments.pending', 'payments.failed');

grant select, insert on login_audit_entry to myaccount_app;

-- Events and errors that a page reports. They are kept for a time, the audit trail forever.
create table page_event (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  at timestamptz not null,
  login_id uuid not null references login,
  action text not null,
  error text,
  client_address text not null,
  correlation_id text not null,
  primary key (account_id, id)
);
grant select, insert, delete on page_event to myaccount_app;
create index page_event_by_age on page_event (at);
