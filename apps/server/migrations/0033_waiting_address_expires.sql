-- A new e-mail address that nobody proves is forgotten (docs/decisions/0228-waiting-address-expires.md). The release before
-- stores it without a time; the default is that of LIMIT_EMAIL_PROOF_DAYS.
alter table email_change add column expires_at timestamptz not null default now() + interval '7 days';
create index email_change_by_age on email_change (expires_at);
