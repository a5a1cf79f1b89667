-- Hosted frames: what the portal signed, and the cards and bank accounts that a frame captured
-- (docs/decisions/0191-captured-methods.md).

alter table payment_method
  -- False once the bank said that there is no such account. A bank account is validated before it is saved.
  add column is_valid boolean not null default true,
  -- The card network's number of the customer's own charge. Later charges of the provider name it.
  add column network_transaction text,
  add column consent_id uuid,
  add constraint payment_method_consent foreign key (account_id, consent_id) references consent;

-- A sequence is signed once for a login.
create table frame_sequence (
  login_id uuid not null references login,
  sequence text not null,
  signed_at timestamptz not null,
  primary key (login_id, sequence)
);
create index frame_sequence_by_age on frame_sequence (signed_at);

-- What one ticket or uid of a hosted frame stands for. It belongs to the login that named it first. Its id is the token
-- that the page saves it with.
create table captured_method (
  login_id uuid not null references login,
  id uuid not null default gen_random_uuid(),
  capture_hash bytea not null unique,
  processor text not null check (processor in ('transafe', 'orbital')),
  opened_at timestamptz not null,
  -- Since when a server asks the service about it.
  claimed_at timestamptz,
  -- The service's answer; null before it.
  answered_at timestamptz,
  code text,
  verbiage text,
  card_type text,
  last_four text check (last_four ~ '^[0-9]{4}$'),
  expires_on date,
  token_sealed bytea,
  token_key_id text,
  -- What it was saved as.
  account_id uuid,
  payment_method_id uuid,
  primary key (login_id, id),
  foreign key (account_id, payment_method_id) references payment_method,
  check ((token_sealed is null) = (token_key_id is null)),
  check (token_sealed is null or (answered_at is not null and card_type is not null))
);
create index captured_method_by_age on captured_method (opened_at);

grant select, insert, update, delete on frame_sequence, captured_method to myaccount_app;
