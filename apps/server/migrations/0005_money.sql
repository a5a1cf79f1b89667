-- Payments with every state they can have, what they pay, and what is reported to billing about them.

create table payment (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  external_id text unique,
  login_id uuid references login,
  state text not null check (state in ('PLANNED', 'SUBMITTING', 'UNKNOWN', 'PENDING', 'COMPLETED',
    'PROCESSING_ERROR', 'CANCELLED', 'RETURNED', 'REFUNDED')),
  -- What the processor booked, or will.
  amount_cents bigint not null check (amount_cents > 0),
  -- What was requested, where the processor booked another amount.
  requested_cents bigint check (requested_cents > 0),
  -- What a planned payment promised: on its day less can be charged. Null until its first try.
  promised_cents bigint check (promised_cents > 0),
  is_recurring boolean not null default false,
  planned_for date,
  occurred_at timestamptz not null,
  -- occurred_at's day in the business time zone.
  occurred_on date not null,
  -- Since when it is in its state; null where an import does not know.
  state_at timestamptz,
  payment_method_id uuid,
  -- The method as it was when it paid.
  method_type text not null,
  processor text check (processor in ('transafe', 'orbital')),
  card_type text not null,
  nickname text,
  last_four text,
  -- Stored before the processor is called: its order number and retry trace. Random where a customer pressed a button.
  processor_reference text unique check (processor_reference ~ '^[1-9][0-9]{15}$'),
  -- The processor's own number of the charge.
  processor_transaction text,
  -- Why it failed or came back: a code of ours and the processor's words.
  failure_code text,
  failure_text text,
  consent_id uuid,
  -- The consent of autopay that was given with a payment (PAY-2), until autopay was turned on with it or cannot be.
  autopay_consent_id uuid,
  -- When the processor is next asked for the payment's outcome; null: no longer.
  reconcile_attempts integer not null default 0,
  reconcile_at timestamptz,
  -- When it was asked last.
  reconciled_at timestamptz,
  -- Why a person must look at it; set where asking the processor cannot settle it.
  manual_review_reason text,
  primary key (account_id, id),
  foreign key (account_id, payment_method_id) references payment_method,
  foreign key (account_id, consent_id) references consent,
  check ((state = 'PLANNED') <= (planned_for is not null)),
  check (state not in ('SUBMITTING', 'UNKNOWN') or processor_reference is not null)
);
create unique index one_payment_on_its_way on payment (account_id) where state in ('SUBMITTING', 'UNKNOWN');
create index payment_newest_first on payment (account_id, occurred_at desc, id desc);
create index payment_to_reconcile on payment (reconcile_at) where reconcile_at is not null;
create index payment_manual_review on payment (occurred_at) where manual_review_reason is not null;
-- The job reads what is to be charged by its day.
create index payment_planned on payment (planned_for, account_id, id) where state = 'PLANNED';
-- Returns stop autopay, so they are looked for by their day.
create index payment_returned on payment (state_at) where state = 'RETURNED';
grant select, insert, update on payment to myaccount_app;

-- The only transitions of a payment's state (features/payments/payments.rules.ts holds the same list). A charge that was
-- certainly not made goes back to its plan, and is tried again on its day.
create table payment_transition (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into payment_transition values
  ('PLANNED', 'SUBMITTING'), ('PLANNED', 'CANCELLED'),
  ('SUBMITTING', 'COMPLETED'), ('SUBMITTING', 'PENDING'), ('SUBMITTING', 'PROCESSING_ERROR'), ('SUBMITTING', 'UNKNOWN'),
  ('SUBMITTING', 'PLANNED'),
  ('UNKNOWN', 'COMPLETED'), ('UNKNOWN', 'PENDING'), ('UNKNOWN', 'PROCESSING_ERROR'), ('UNKNOWN', 'PLANNED'),
  ('PENDING', 'COMPLETED'), ('PENDING', 'RETURNED'), ('PENDING', 'PROCESSING_ERROR'),
  ('COMPLETED', 'RETURNED'), ('COMPLETED', 'REFUNDED');
grant select on payment_transition to myaccount_app;

create function refuse_unknown_payment_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from payment_transition where from_state = old.state and to_state = new.state) then
    raise exception 'payment % cannot change from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_transitions before update of state on payment
  for each row when (old.state is distinct from new.state) execute function refuse_unknown_payment_transition();

create function refuse_changed_payment() returns trigger language plpgsql as $$
begin
  raise exception 'reference and account of payment % are fixed', old.id using errcode = 'check_violation';
end $$;
create trigger payment_is_fixed before update on payment for each row
  when (old.account_id is distinct from new.account_id
    or (old.processor_reference is not null and old.processor_reference is distinct from new.processor_reference))
  execute function refuse_changed_payment();

-- What the ledger has of a payment made here stays: not even the application changes its amount. An import corrects payments
-- that were made elsewhere, with its own postings.
create function refuse_changed_amount() returns trigger language plpgsql as $$
begin
  raise exception 'payment % is booked: its amount stays', old.id using errcode = 'check_violation';
end $$;
create trigger payment_amount_stays before update of amount_cents on payment for each row
  when (old.amount_cents <> new.amount_cents and old.processor_reference is not null
    and old.state in ('COMPLETED', 'RETURNED', 'REFUNDED'))
  execute function refuse_changed_amount();

-- A short reference for every payment (docs/decisions/15-payment-references.md).
create table payment_reference (
  account_id uuid not null,
  payment_id uuid not null,
  reference text not null check (reference ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  primary key (account_id, payment_id),
  -- Unique per account. The reference leads, so that support finds a payment by it.
  unique (reference, account_id),
  foreign key (account_id, payment_id) references payment
);
-- Without update and delete: a reference never changes.
grant select, insert on payment_reference to myaccount_app;

-- Eight characters of Crockford's base32, five random bits each. A version 4 UUID is made of strong random bytes; those
-- at 6 and 8 hold its version and variant.
create function random_payment_reference() returns text language plpgsql volatile as $$
declare
  digits constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  bytes constant bytea := uuid_send(gen_random_uuid());
begin
  return substr(digits, 1 + (get_byte(bytes, 0) & 31), 1) || substr(digits, 1 + (get_byte(bytes, 1) & 31), 1)
    || substr(digits, 1 + (get_byte(bytes, 2) & 31), 1) || substr(digits, 1 + (get_byte(bytes, 3) & 31), 1)
    || substr(digits, 1 + (get_byte(bytes, 4) & 31), 1) || substr(digits, 1 + (get_byte(bytes, 5) & 31), 1)
    || substr(digits, 1 + (get_byte(bytes, 9) & 31), 1) || substr(digits, 1 + (get_byte(bytes, 10) & 31), 1);
end $$;

-- Gives a payment a reference that no other payment of its account has. A taken one is drawn again, so no payment is
-- lost to a collision. A payment that has one keeps it.
create function give_payment_reference(account uuid, payment uuid) returns void language plpgsql as $$
begin
  loop
    insert into payment_reference (account_id, payment_id, reference)
    values (account, payment, random_payment_reference())
    on conflict do nothing;
    exit when exists (select from payment_reference where account_id = account and payment_id = payment);
  end loop;
end $$;

-- References are drawn for all rows of a statement at once: one by one they took a quarter of what an import costs the
-- database (docs/decisions/28-import.md).
create function give_new_payment_references() returns trigger language plpgsql as $$
declare
  stored bigint;
begin
  insert into payment_reference (account_id, payment_id, reference)
  select account_id, id, random_payment_reference() from added
  on conflict do nothing;
  get diagnostics stored = row_count;
  -- A taken one is drawn again.
  if stored < (select count(*) from added) then
    perform give_payment_reference(account_id, id) from added;
  end if;
  return null;
end $$;
create trigger payment_gets_reference after insert on payment
  referencing new table as added for each statement execute function give_new_payment_references();

-- What a provider's own billing has to know of payments made here, in an order that an export can follow
-- (docs/decisions/15-payment-references.md).
create table payment_event (
  account_id uuid not null references account,
  number bigint generated always as identity,
  payment_id uuid not null,
  from_state text not null,
  to_state text not null,
  amount_cents bigint not null,
  at timestamptz not null,
  -- Counts from 1 without gaps, in the order of commits as the export saw them.
  export_position bigint,
  -- Random for each run of assign_export_positions(): the same position in another history has another batch.
  export_batch uuid,
  primary key (account_id, number),
  foreign key (account_id, payment_id) references payment,
  constraint payment_event_export_check check ((export_position is null) = (export_batch is null))
);
create index payment_event_exported on payment_event (export_position) where export_position is not null;
create index payment_event_to_export on payment_event (number) where export_position is null;
-- Written by the payment's own trigger.
grant select on payment_event to myaccount_app;

create function note_payment_event() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  insert into public.payment_event (account_id, payment_id, from_state, to_state, amount_cents, at)
  values (new.account_id, new.id, old.state, new.state, new.amount_cents, coalesce(new.state_at, new.occurred_at));
  return null;
end $$;
-- An imported payment is the billing's own: it knows it already.
create trigger payment_events after update of state on payment for each row
  when (old.state is distinct from new.state and new.external_id is null
    and (new.state in ('PENDING', 'COMPLETED', 'RETURNED', 'REFUNDED') or old.state = 'PENDING'))
  execute function note_payment_event();

-- Who counts the positions. A dump, a base copy, and a standby keep the id; another database has another one. Later,
-- each node of a distributed database can count for itself.
create table export_stream (
  id uuid primary key default gen_random_uuid()
);
insert into export_stream default values;
grant select on export_stream to myaccount_app;

-- Gives every committed event without a position the next one, and returns how many. The lock lets one caller assign at
-- a time, so a position never commits after a higher one.
create function assign_export_positions() returns bigint language plpgsql security definer
  set search_path = pg_catalog, public as $$
declare
  batch uuid := gen_random_uuid();
  assigned bigint;
begin
  -- An update and not only a lock: of two callers, PostgreSQL then refuses one whose snapshot is too old.
  update public.export_stream set id = id;
  update public.payment_event e
  set export_position = waiting.position, export_batch = batch
  from (
    select account_id, number, row_number() over (order by number)
      + (select coalesce(max(export_position), 0) from public.payment_event) as position
    from public.payment_event where export_position is null
  ) waiting
  where e.account_id = waiting.account_id and e.number = waiting.number;
  get diagnostics assigned = row_count;
  return assigned;
end $$;
revoke execute on function assign_export_positions() from public;
grant execute on function assign_export_positions() to myaccount_app;

create table payment_attempt (
  account_id uuid not null,
  payment_id uuid not null,
  number integer not null,
  kind text not null check (kind in ('charge', 'inquiry')),
  started_at timestamptz not null,
  finished_at timestamptz,
  outcome text,
  detail text,
  primary key (account_id, payment_id, number),
  foreign key (account_id, payment_id) references payment
);
grant select, insert, update on payment_attempt to myaccount_app;

-- An allocation takes from a payment, a negative bill (credit_invoice_id), or the opening credit (both null), and pays a
-- bill or the opening debt (invoice_id null).
create table payment_allocation (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  payment_id uuid,
  invoice_id uuid,
  credit_invoice_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  allocated_at timestamptz not null,
  reversed_at timestamptz,
  -- An import file says so; everything else is applied to the oldest open item.
  is_stated boolean not null default false,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment,
  foreign key (account_id, invoice_id) references invoice,
  foreign key (account_id, credit_invoice_id) references invoice,
  check (payment_id is null or credit_invoice_id is null),
  check (num_nonnulls(payment_id, credit_invoice_id, invoice_id) > 0)
);
create unique index one_live_allocation on payment_allocation (account_id, payment_id, credit_invoice_id, invoice_id)
  nulls not distinct where reversed_at is null;
create index allocation_by_invoice on payment_allocation (account_id, invoice_id) where reversed_at is null;
grant select, insert, update on payment_allocation to myaccount_app;

create table idempotency_key (
  login_id uuid not null references login,
  call text not null,
  key text not null,
  request_hash bytea not null,
  account_id uuid not null references account,
  -- The payment that the key identifies: a repeated call is answered from it.
  payment_id uuid not null,
  created_at timestamptz not null,
  primary key (login_id, call, key),
  foreign key (account_id, payment_id) references payment
);
create index idempotency_key_by_age on idempotency_key (created_at);
grant select, insert, update, delete on idempotency_key to myaccount_app;
