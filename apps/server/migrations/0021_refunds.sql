-- Refunds: what was given back of a completed payment (docs/decisions/37-refunds.md). Servers of the release before know whole
-- refunds only: nothing is refunded before every server is replaced.

alter table payment
  -- Orbital's index of a charge within its transaction: a refund names both.
  add column transaction_index text,
  add column refunded_cents bigint not null default 0,
  add constraint payment_refunded check (refunded_cents between 0 and amount_cents) not valid,
  -- What the payment credits. `worthOf` (features/balance/worth.rules.ts) says the same.
  add column worth_cents bigint
    generated always as (case when state = 'COMPLETED' then amount_cents - refunded_cents else 0 end) virtual;

create table refund (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  payment_id uuid not null,
  -- Counts the refunds of the payment. The processor's number of a refund derives from both, so that a database that lost the
  -- refund finds it again.
  ordinal integer not null check (ordinal > 0),
  processor_reference text not null generated always as (charge_reference(payment_id, ordinal)) stored,
  -- UNKNOWN until the processor or a person has said what came of it.
  state text not null check (state in ('UNKNOWN', 'DONE', 'REFUSED')),
  -- The charge is taken back before it settles, money is sent back after, or an operator gave it back outside the portal.
  means text not null check (means in ('void', 'refund', 'recorded')),
  -- What the processor booked, or was asked for.
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null check (reason <> ''),
  -- 'operator:NAME', or 'system' for one that a restored database had lost.
  actor text not null,
  requested_at timestamptz not null,
  -- The business day on which it was known to be done.
  occurred_on date,
  state_at timestamptz not null,
  processor_transaction text,
  -- The processor's words, where it is not done.
  failure_text text,
  -- When the processor is next asked what came of it; null: no longer.
  reconcile_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment,
  unique (account_id, payment_id, ordinal),
  check ((state = 'DONE') = (occurred_on is not null))
);
-- What was refused can be found to be done after all; what is done stays. One call for each refund: no other is sent before the result of the last is known.
create unique index one_refund_on_its_way on refund (account_id) where state = 'UNKNOWN';
create index refund_by_reference on refund (processor_reference);
create index refund_to_reconcile on refund (reconcile_at) where state = 'UNKNOWN';
grant select, insert, update on refund to myaccount_app;

create function refuse_changed_refund() returns trigger language plpgsql as $$
begin
  raise exception 'refund % is settled: it stays', old.id using errcode = 'check_violation';
end $$;
create trigger refund_stays before update on refund for each row
  when (old.state = 'DONE'
    or (old.account_id, old.payment_id, old.ordinal) is distinct from (new.account_id, new.payment_id, new.ordinal))
  execute function refuse_changed_refund();

-- A refund is an event of its own, with the state in which it leaves its payment.
alter table payment_event
  add column refund_id uuid,
  add constraint payment_event_refund foreign key (account_id, refund_id) references refund;
create function note_refund_event() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  insert into public.payment_event (account_id, payment_id, from_state, to_state, amount_cents, at, refund_id)
  select new.account_id, new.payment_id, 'COMPLETED', p.state, new.amount_cents, new.state_at, new.id
  from public.payment p where p.account_id = new.account_id and p.id = new.payment_id;
  return null;
end $$;
create trigger refund_events after insert or update on refund for each row
  when (new.state = 'DONE') execute function note_refund_event();

-- What comes back after a part was refunded is the rest. The last refund of a payment has its own event.
create or replace function note_payment_event() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  insert into public.payment_event (account_id, payment_id, from_state, to_state, amount_cents, at)
  values (new.account_id, new.id, old.state, new.state, new.amount_cents - new.refunded_cents,
    coalesce(new.state_at, new.occurred_at));
  return null;
end $$;
create or replace trigger payment_events after update of state on payment for each row
  when (old.state is distinct from new.state and new.external_id is null and new.refunded_cents < new.amount_cents
    and (new.state in ('PENDING', 'COMPLETED', 'RETURNED', 'REFUNDED') or old.state = 'PENDING'))
  execute function note_payment_event();
