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

create table audit_entry (
  account_id uuid references account,
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
