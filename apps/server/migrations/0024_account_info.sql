-- Account data that customers change here (docs/decisions/0210-account-data.md).

-- A new e-mail address waits until the code sent to it was entered.
create table email_change (
  account_id uuid primary key references account,
  -- Who saved it: the only login whose sign-in address it becomes.
  login_id uuid not null references login,
  email_address text not null,
  -- Challenge of the newest code.
  challenge_hash bytea not null,
  requested_at timestamptz not null
);
grant select, insert, update, delete on email_change to myaccount_app;

-- Name of a login in the provider's files once its sign-in address changed here; null while they are the same.
alter table login add column import_address text;
create index login_by_import_address on login (import_address) where import_address is not null;

-- Digits of a phone number are a setting. The check only becomes wider: what the release before writes passes it too.
-- contract: no-release-needs-the-narrower-check
alter table customer
  drop constraint customer_phone_number_check,
  add constraint customer_phone_number_check check (phone_number ~ '^[0-9]{7,15}$');
