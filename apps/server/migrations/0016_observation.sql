-- What operators follow, and what the retention job deletes. Only additions: the release before keeps running.

-- The request that caused a message, so that the log lines of its delivery can be found.
alter table outbox add column correlation_id text;

-- Events and errors that a page reports. They are kept for a time, the audit trail forever.
create table page_event (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  at timestamptz not null,
  login_id uuid not null references login,
  action text not null,
  error text,
  client_address text not null,
  correlation_id text not null,
  primary key (account_id, id)
);
grant select, insert, delete on page_event to myaccount_app;
grant delete on inbox_event to myaccount_app;

-- The retention job reads each table by age (features/retention).
create index page_event_by_age on page_event (at);
create index rate_limit_by_age on rate_limit (expire);
create index login_code_by_age on login_code (expires_at);
create index session_by_age on session (expires_at);
create index outbox_by_age on outbox (created_at) where state <> 'WAITING';
create index inbox_event_by_age on inbox_event (received_at) where state = 'APPLIED';
