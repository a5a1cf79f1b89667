-- Brings a database that has every migration from before the first release to what 0001 to 0010 create.

-- Entries of logins had no account; they have their own table (docs/decisions/23-sessions-and-history.md).
insert into login_audit_entry (login_id, id, at, actor, action, detail, client_address, correlation_id)
select login_id, id, at, actor, action, detail, client_address, correlation_id from audit_entry where account_id is null;
delete from audit_entry where account_id is null;
alter table audit_entry alter account_id set not null, drop column login_id;

-- The export counts positions instead of transactions (docs/decisions/15-payment-references.md).
alter table payment_event drop column transaction;

-- A trigger gives every payment its reference.
select give_payment_reference(account_id, id) from payment p
where not exists (select 1 from payment_reference r where r.account_id = p.account_id and r.payment_id = p.id);
drop table payment_reference_backfill;
drop function give_new_payment_reference();

-- A challenge holds the code.
drop table login_code;

-- The application reads which migrations there are, and nothing else of them.
revoke all on kysely_migration, kysely_migration_lock from myaccount_app;
grant select on kysely_migration to myaccount_app;

alter table email_change alter expires_at drop default;
alter table payment_transition rename constraint payment_move_from_state_not_null to payment_transition_from_state_not_null;
alter table payment_transition rename constraint payment_move_to_state_not_null to payment_transition_to_state_not_null;
alter table payment rename constraint payment_reconcile_tries_not_null to payment_reconcile_attempts_not_null;

-- Servers claim the rounds of jobs themselves (docs/decisions/33-jobs-and-retention.md).
drop schema if exists pgboss cascade;
