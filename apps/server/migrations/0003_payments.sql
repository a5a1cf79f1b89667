-- Saved methods, autopay, and payments with every state they can have.

create table payment_method (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  external_id text unique,
  method_type text not null check (method_type in ('tokenized-credit-card', 'tokenized-bank', 'custom')),
  processor text not null check (processor in ('transafe', 'orbital')),
  card_type text not null check (card_type in ('VISA', 'DISCOVER', 'MASTERCARD', 'AMEX', 'MC', 'DISC', 'OTHER',
    'VISADEBIT', 'MCDEBIT', 'OTHERDEBIT', 'CHECK', 'ACH', 'JCB', 'UNKNOWN')),
  nickname text,
  last_four text check (last_four ~ '^[0-9]{4}$'),
  -- Last day of the month on the card.
  expires_on date,
  account_holder_name text,
  -- The processor's token, sealed; it never leaves the server.
  token_sealed bytea not null,
  token_key_id text not null,
  is_default boolean not null default false,
  valid_to timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index one_default_method on payment_method (account_id) where is_default and valid_to is null;

create table consent (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('autopay', 'bank-debit', 'paperless', 'texts')),
  text_version text not null,
  language text not null check (language in ('en', 'es')),
  agreed_text text not null,
  agreed_at timestamptz not null,
  client_address text not null,
  login_id uuid references login,
  primary key (account_id, id)
);

create table autopay_enrollment (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  payment_method_id uuid not null,
  consent_id uuid,
  enrolled_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, payment_method_id) references payment_method,
  foreign key (account_id, consent_id) references consent
);
create unique index one_open_autopay on autopay_enrollment (account_id) where ended_at is null;

create table payment (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  external_id text unique,
  login_id uuid references login,
  state text not null check (state in ('PLANNED', 'SUBMITTING', 'UNKNOWN', 'PENDING', 'COMPLETED',
    'PROCESSING_ERROR', 'CANCELLED', 'RETURNED', 'REFUNDED')),
  -- What the processor booked, or will.
  amount_cents bigint not null check (amount_cents > 0),
  -- What was asked, where the processor booked another amount.
  asked_cents bigint check (asked_cents > 0),
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
  -- Random, stored before the processor is called: its order number and retry trace.
  processor_reference text unique check (processor_reference ~ '^[1-9][0-9]{15}$'),
  -- The processor's own number of the charge.
  processor_transaction text,
  -- Why it failed or came back: a code of ours and the processor's words.
  failure_code text,
  failure_text text,
  consent_id uuid,
  -- When the processor is asked next what became of it; null: not any more.
  reconcile_tries integer not null default 0,
  reconcile_at timestamptz,
  -- When it was asked last.
  reconciled_at timestamptz,
  -- Why a person must look at it; set where asking the processor cannot settle it.
  needs_person text,
  primary key (account_id, id),
  foreign key (account_id, payment_method_id) references payment_method,
  foreign key (account_id, consent_id) references consent,
  check ((state = 'PLANNED') <= (planned_for is not null)),
  check (state not in ('SUBMITTING', 'UNKNOWN') or processor_reference is not null)
);
create unique index one_payment_on_its_way on payment (account_id) where state in ('SUBMITTING', 'UNKNOWN');
create index payment_newest_first on payment (account_id, occurred_at desc, id desc);
create index payment_to_reconcile on payment (reconcile_at) where reconcile_at is not null;
create index payment_for_person on payment (occurred_at) where needs_person is not null;

-- The only moves a payment can make (features/payments/payments.rules.ts holds the same list).
create table payment_move (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into payment_move values
  ('PLANNED', 'SUBMITTING'), ('PLANNED', 'CANCELLED'),
  ('SUBMITTING', 'COMPLETED'), ('SUBMITTING', 'PENDING'), ('SUBMITTING', 'PROCESSING_ERROR'), ('SUBMITTING', 'UNKNOWN'),
  ('UNKNOWN', 'COMPLETED'), ('UNKNOWN', 'PENDING'), ('UNKNOWN', 'PROCESSING_ERROR'),
  ('PENDING', 'COMPLETED'), ('PENDING', 'RETURNED'), ('PENDING', 'PROCESSING_ERROR'),
  ('COMPLETED', 'RETURNED'), ('COMPLETED', 'REFUNDED');

create function refuse_unknown_payment_move() returns trigger language plpgsql as $$
begin
  if not exists (select from payment_move where from_state = old.state and to_state = new.state) then
    raise exception 'payment % cannot move from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_moves before update of state on payment
  for each row when (old.state is distinct from new.state) execute function refuse_unknown_payment_move();

create function refuse_changed_payment() returns trigger language plpgsql as $$
begin
  raise exception 'reference and account of payment % are fixed', old.id using errcode = 'check_violation';
end $$;
create trigger payment_is_fixed before update on payment for each row
  when (old.account_id is distinct from new.account_id
    or (old.processor_reference is not null and old.processor_reference is distinct from new.processor_reference))
  execute function refuse_changed_payment();

-- What a provider's own billing has to know of payments made here, in an order that an export can follow: a row is
-- passed on once no older transaction is open, so that none can appear behind the cursor.
create table payment_event (
  account_id uuid not null references account,
  number bigint generated always as identity,
  transaction xid8 not null default pg_current_xact_id(),
  payment_id uuid not null,
  from_state text not null,
  to_state text not null,
  amount_cents bigint not null,
  at timestamptz not null,
  primary key (account_id, number),
  foreign key (account_id, payment_id) references payment
);
create index payment_event_in_order on payment_event (transaction, number);

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

create table payment_allocation (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  payment_id uuid not null,
  invoice_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  allocated_at timestamptz not null,
  reversed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment,
  foreign key (account_id, invoice_id) references invoice
);
create unique index one_live_allocation on payment_allocation (account_id, payment_id, invoice_id)
  where reversed_at is null;
create index allocation_by_invoice on payment_allocation (account_id, invoice_id) where reversed_at is null;

create table idempotency_key (
  login_id uuid not null references login,
  call text not null,
  key text not null,
  request_hash bytea not null,
  account_id uuid not null references account,
  -- What the key stands for: a repeated call is answered from the payment.
  payment_id uuid not null,
  created_at timestamptz not null,
  primary key (login_id, call, key),
  foreign key (account_id, payment_id) references payment
);
create index idempotency_key_by_age on idempotency_key (created_at);
