-- What autopay charged, and when. Only additions: the release before keeps running.

-- The business day on which autopay was turned on. Null in enrollments of earlier releases and of imports.
alter table autopay_enrollment add column enrolled_on date;

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
  -- When the customer was told of a failure, or the charge needed no more attention.
  followed_up_at timestamptz,
  primary key (account_id, due_on, attempt),
  unique (account_id, run_on),
  foreign key (account_id, payment_method_id) references payment_method,
  foreign key (account_id, payment_id) references payment,
  check ((payment_id is null) = (refusal is not null))
);
grant select, insert, update on autopay_charge to myaccount_app;
create index autopay_charge_to_follow_up on autopay_charge (run_on) where followed_up_at is null;

-- Returns stop autopay, so they are looked for by their day.
create index payment_returned on payment (state_at) where state = 'RETURNED';
