-- What finds an account by a number, wherever the rows of the account are (docs/decisions/32-scale.md).

create table account_lookup (
  kind text not null
    check (kind in ('account', 'invoice', 'payment', 'paymentMethod', 'appointment', 'appointmentLink', 'chargeNotice')),
  -- The number, or in hex the hash of a link's secret.
  key text not null,
  account_id uuid not null,
  -- With its row of the same time, retention deletes it.
  expires_at timestamptz,
  primary key (kind, key)
);
create index account_lookup_by_age on account_lookup (expires_at) where expires_at is not null;
grant select, insert, delete on account_lookup to myaccount_app;

-- Every number that has to be found: `fills/account_lookup.sql` and `ops check` read it.
create view numbered_row as
  select 'account' as kind, account_number as key, id as account_id, null::timestamptz as expires_at from account
  union all select 'invoice', invoice_number, account_id, null from invoice
  union all select 'payment', external_id, account_id, null from payment where external_id is not null
  union all select 'paymentMethod', external_id, account_id, null from payment_method where external_id is not null
  union all select 'appointment', external_id, account_id, null from appointment where external_id is not null
  union all select 'appointmentLink', encode(token_hash, 'hex'), account_id, expires_at from appointment_link
  union all select 'chargeNotice', encode(token_hash, 'hex'), account_id, null from charge_notice where token_hash is not null;
grant select on numbered_row to myaccount_app;

-- Plans, customers, and logins have no account.
alter table import_record add column account_id uuid not null default '00000000-0000-0000-0000-000000000000';

-- For servers and imports of the release before, which write no lookups; a later release drops these triggers and functions, if they exist.
create function add_lookup() returns trigger language plpgsql as $$
begin
  insert into account_lookup (kind, key, account_id, expires_at)
  select kind, key, account_id, expires_at from numbered_row
  where kind = tg_argv[0] and account_id = new.account_id
  on conflict do nothing;
  return null;
end $$;
create trigger appointment_adds_lookup after insert on appointment for each row
  when (new.external_id is not null) execute function add_lookup('appointment');
create trigger link_adds_lookup after insert on appointment_link for each row
  execute function add_lookup('appointmentLink');
create trigger notice_adds_lookup after update of token_hash on charge_notice for each row
  when (new.token_hash is not null) execute function add_lookup('chargeNotice');

create function name_account_of_record() returns trigger language plpgsql as $$
declare
  numbered numbered_row;
begin
  select * into numbered from numbered_row where kind = new.record_type and key = new.record_key;
  if found then
    insert into account_lookup values (numbered.kind, numbered.key, numbered.account_id) on conflict do nothing;
  else
    -- A file names a payment that was made here by our id.
    select account_id into numbered.account_id from payment where external_id is null and id::text = new.record_key;
  end if;
  new.account_id := coalesce(numbered.account_id, new.account_id);
  return new;
end $$;
create trigger import_record_names_account before insert on import_record for each row
  when (new.account_id = '00000000-0000-0000-0000-000000000000'
    and new.record_type in ('account', 'invoice', 'payment', 'paymentMethod', 'appointment'))
  execute function name_account_of_record();
