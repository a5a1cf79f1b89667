-- Entries of the audit trail that are of no account: sign-ins, sessions, and what else is done to a login
-- (docs/decisions/0284-entries-of-logins.md). Entries of earlier releases stay in audit_entry.

create table login_audit_entry (
  -- Null where nobody knows the login.
  login_id uuid,
  id uuid not null default uuidv7(),
  at timestamptz not null,
  -- 'login:ID', 'unknown', or 'operator:NAME'.
  actor text not null,
  action text not null,
  detail jsonb not null default '{}',
  client_address text,
  correlation_id text
);
create index login_audit_by_login on login_audit_entry (login_id, at desc, id desc) where login_id is not null;
-- The entries that the metrics page counts (decision 0255), by the condition of audit_counted: one statement reads both.
create index login_audit_counted on login_audit_entry (at, action)
  where action in ('login.succeeded', 'login.failed', 'payments.made', 'payments.pending', 'payments.failed');

-- Without update and delete: the audit trail only grows.
grant select, insert on login_audit_entry to myaccount_app;
