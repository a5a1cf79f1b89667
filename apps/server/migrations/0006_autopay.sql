-- Autopay: who has it, what it charged and when, and the debt that came too late for its due date.

create table autopay_enrollment (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  payment_method_id uuid not null,
  consent_id uuid,
  enrolled_at timestamptz not null,
  -- The business day on which autopay was turned on; null in an enrollment that was imported.
  enrolled_on date,
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, payment_method_id) references payment_method,
  foreign key (account_id, consent_id) references consent
);
create unique index one_open_autopay on autopay_enrollment (account_id) where ended_at is null;
grant select, insert, update on autopay_enrollment to myaccount_app;

-- One attempt to collect what was due by a due date. It is committed together with its payment, before the processor is
-- called, so that no second server and no restart can make the same charge.
create table autopay_charge (
  account_id uuid not null references account,
  -- The latest due date that the charge covers.
  due_on date not null,
  -- 1 on the due date, then the retries.
  attempt smallint not null check (attempt > 0),
  -- The business day that it was made for.
  run_on date not null,
  payment_method_id uuid not null,
  -- Null when the method could not be charged at all; then `refusal` says why.
  payment_id uuid,
  refusal text,
  amount_cents bigint not null check (amount_cents > 0),
  -- The day of the next attempt; null when none follows, and until the failure is known.
  retry_on date,
  -- When the customer was notified of a failure, or the charge needed no more attention.
  followed_up_at timestamptz,
  primary key (account_id, due_on, attempt),
  unique (account_id, run_on),
  foreign key (account_id, payment_method_id) references payment_method,
  foreign key (account_id, payment_id) references payment,
  check ((payment_id is null) = (refusal is not null))
);
grant select, insert, update on autopay_charge to myaccount_app;
create index autopay_charge_to_follow_up on autopay_charge (run_on) where followed_up_at is null;

-- Debt that came to an account with autopay when its due date could no longer be met. Autopay tells of it, and collects it
-- on the day after (docs/decisions/12-autopay.md).
create table late_debt (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  -- The bill that was added or raised; null for the opening debt.
  invoice_id uuid,
  -- The business day on which it was.
  added_on date not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The day from which autopay may collect it; null until its customer was notified.
  collect_on date,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoice
);
grant select, insert, update on late_debt to myaccount_app;
create index late_debt_to_tell on late_debt (account_id) where collect_on is null;
