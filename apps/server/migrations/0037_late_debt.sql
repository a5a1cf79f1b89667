-- Debt that came to an account with autopay when its due date could no longer be met. Autopay tells of it, and collects it
-- on the day after (docs/decisions/0291-late-debt.md). Only an addition: the release before keeps running.
create table late_debt (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  -- The bill that was added or raised; null for the opening debt.
  invoice_id uuid,
  -- The business day on which it was.
  added_on date not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The day from which autopay may collect it; null until its customer was told.
  collect_on date,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoice
);
grant select, insert, update on late_debt to myaccount_app;
create index late_debt_to_tell on late_debt (account_id) where collect_on is null;
