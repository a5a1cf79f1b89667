-- Calendars with the due dates of an account, one for each login (docs/decisions/23-sessions-and-history.md).
create table calendar_feed (
  login_id uuid not null references login,
  account_id uuid not null,
  -- Of its address: only the hash of the token is kept.
  token_hash bytea not null unique,
  language text not null check (language in ('en', 'es')),
  created_at timestamptz not null,
  primary key (login_id, account_id)
);
grant select, insert, update, delete on calendar_feed to myaccount_app;
