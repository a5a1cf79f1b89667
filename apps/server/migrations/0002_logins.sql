-- Who may sign in for which account, with what, and what else a login may do.

create table login (
  id uuid primary key default uuidv7(),
  -- Lower case; one sign-in for one address.
  email_address text not null unique check (email_address = lower(email_address)),
  given_name text,
  nickname text,
  language text check (language in ('en', 'es')),
  -- Its name in the provider's files once its sign-in address changed here; null while they are the same.
  import_address text
);
create index login_by_import_address on login (import_address) where import_address is not null;
grant select, insert, update on login to myaccount_app;

create table login_account (
  login_id uuid not null references login,
  account_id uuid not null references account,
  role text not null check (role in ('primary', 'member')),
  primary key (login_id, account_id)
);
create index login_account_by_account on login_account (account_id);
grant select, insert, update, delete on login_account to myaccount_app;

create table session (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  login_id uuid not null references login,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  client_address text not null,
  user_agent text not null,
  -- When a fresh code last proved who uses the session; null for the code of the sign-in itself.
  confirmed_at timestamptz
);
create index session_by_login on session (login_id, created_at);
-- The retention job reads each table by age (features/retention).
create index session_by_age on session (expires_at);
grant select, insert, update, delete on session to myaccount_app;

-- Counters of rate-limiter-flexible; its own table layout.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limit_by_age on rate_limit (expire);
grant select, insert, update, delete on rate_limit to myaccount_app;

-- Failed guesses at the codes of one address, known or not. The address is stored as a keyed hash.
create table login_throttle (
  address_hmac bytea primary key,
  -- Consecutive failures by browsers that never signed in before.
  failures integer not null default 0 check (failures >= 0),
  -- When a success last set the failures to zero.
  reset_at timestamptz,
  -- The link that every challenge beyond the day's mails shares.
  shared_link_hmac bytea,
  shared_link_sent_at timestamptz,
  -- The row means nothing after this.
  expires_at timestamptz not null,
  -- The challenge for which the outside identity service last mailed a code to this address. Only that code works there.
  service_challenge_hash bytea
);
create index login_throttle_by_age on login_throttle (expires_at);

-- A browser that signed in before, for one login. One browser has one mark for all its logins.
create table login_browser (
  id uuid primary key default uuidv7(),
  mark_hash bytea not null,
  login_id uuid not null references login,
  -- Consecutive failures by this browser.
  failures integer not null default 0 check (failures >= 0),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  unique (mark_hash, login_id)
);
create index login_browser_by_login on login_browser (login_id);
create index login_browser_by_age on login_browser (expires_at);

-- A code or link belongs to the challenge of the browser that requested it (docs/decisions/18-sign-in-codes.md).
create table login_challenge (
  id uuid primary key default uuidv7(),
  challenge_hash bytea not null unique,
  address_hmac bytea not null,
  -- Null for an address without an account.
  login_id uuid references login,
  -- The recognized browser that requested it; null for any other.
  browser_id uuid references login_browser on delete set null,
  method text not null check (method in ('code', 'link')),
  secret_hmac bytea not null,
  key_id text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Tries that carried the challenge, and tries without one.
  attempts integer not null default 0,
  attempted_at timestamptz,
  shared_attempts integer not null default 0,
  used_at timestamptz
);
create index login_challenge_by_address on login_challenge (address_hmac, sent_at);
create index login_challenge_by_browser on login_challenge (browser_id) where browser_id is not null;
create index login_challenge_by_age on login_challenge (expires_at);
grant select, insert, update, delete on login_throttle, login_browser, login_challenge to myaccount_app;

-- A new e-mail address waits until the code sent to it was entered (docs/decisions/21-account-data.md). One that nobody
-- proves is forgotten (docs/decisions/22-confirmations.md).
create table email_change (
  account_id uuid primary key references account,
  -- Who saved it: the only login whose sign-in address it becomes.
  login_id uuid not null references login,
  email_address text not null,
  -- Challenge of the newest code.
  challenge_hash bytea not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_change_by_age on email_change (expires_at);
grant select, insert, update, delete on email_change to myaccount_app;

-- Which account asked the eligibility service of the Hero Discount with which address, and when. A confirmation names only
-- the address (docs/decisions/24-discounts.md).
create table hero_application (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  login_id uuid not null references login,
  -- As the service compares it: lower case.
  email_address text not null check (email_address = lower(email_address)),
  requested_at timestamptz not null,
  primary key (account_id, id)
);
create index hero_application_by_address on hero_application (email_address, requested_at);
create index hero_application_by_age on hero_application (requested_at);
grant select, insert, delete on hero_application to myaccount_app;

-- Hosted frames: a sequence is signed once for a login.
create table frame_sequence (
  login_id uuid not null references login,
  sequence text not null,
  signed_at timestamptz not null,
  primary key (login_id, sequence)
);
create index frame_sequence_by_age on frame_sequence (signed_at);
grant select, insert, update, delete on frame_sequence to myaccount_app;
