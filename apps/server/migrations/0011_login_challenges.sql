-- A code or link belongs to the challenge of the browser that requested it (docs/decisions/0100-login-challenges.md).
-- login_code stays for servers of the release before. A later release drops it.

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
  expires_at timestamptz not null
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
