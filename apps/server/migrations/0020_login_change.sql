-- A sign-in address that an operator changes for somebody who lost it (docs/decisions/22-confirmations.md): one for each login.
create table login_change (
  login_id uuid primary key references login,
  from_address text not null,
  to_address text not null,
  -- Of the link that stops it: only the hash of its token is kept.
  token_hash bytea not null unique,
  -- From then on a code sent to the new address completes it, until it expires.
  opens_at timestamptz not null,
  expires_at timestamptz not null,
  stopped_at timestamptz,
  completed_at timestamptz,
  check (stopped_at is null or completed_at is null)
);
create index login_change_by_address on login_change (to_address);
create index login_change_by_age on login_change (expires_at);
grant select, insert, update, delete on login_change to myaccount_app;

-- Until then the login adds no payment method and changes neither autopay's, nor its contact, nor the PIN.
alter table login add column security_hold_until timestamptz;
