-- What triggers do on a distributed database: they run where their row is, so they name the shards beside it.

-- The shard of a table that has the same accounts as the shard of a trigger.
create or replace function shard_beside(shard text, beside regclass) returns text language sql stable
  set search_path = pg_catalog, public as $$
  select format('public.%I', beside::text || '_' || other.shardid)
  from pg_dist_shard own join pg_dist_shard other on other.shardminvalue = own.shardminvalue
  where own.shardid = substring(shard from '\d+$')::bigint and other.logicalrelid = beside
$$;

create or replace function refuse_unknown_payment_transition() returns trigger language plpgsql as $$
declare
  is_known boolean;
begin
  execute 'select exists (select from ' || (select format('public.payment_transition_%s', shardid) from pg_dist_shard where logicalrelid = 'public.payment_transition'::regclass)
    || ' where from_state = $1 and to_state = $2)' into is_known using old.state, new.state;
  if not is_known then
    raise exception 'payment % cannot change from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function give_new_payment_references() returns trigger language plpgsql as $$
declare
  target text := shard_beside(tg_table_name, 'public.payment_reference');
  missing bigint;
begin
  loop
    execute format('insert into %s (account_id, payment_id, reference)
      select a.account_id, a.id, random_payment_reference() from added a on conflict do nothing', target);
    execute format('select count(*) from added a where not exists (
      select from %s r where r.account_id = a.account_id and r.payment_id = a.id)', target) into missing;
    exit when missing = 0;
  end loop;
  return null;
end $$;

create or replace function draw_charge_number() returns trigger language plpgsql as $$
declare
  is_taken boolean;
begin
  execute format('select greatest(max(charge_number), $1, 0) from public.%I where account_id = $2', tg_table_name)
    into new.charge_number using new.charge_number, new.account_id;
  loop
    new.charge_number := new.charge_number + 1;
    new.processor_reference := charge_reference(new.account_id, new.charge_number);
    execute format('select exists (select from public.%I where processor_reference = $1)', tg_table_name)
      into is_taken using new.processor_reference;
    exit when not is_taken;
  end loop;
  return new;
end $$;

create or replace function add_postings_to_balance() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  execute format('update %s a set balance_cents = a.balance_cents + p.change
    from (
      select account_id, sum(case when debit = ''receivable'' then amount_cents
                                  when credit = ''receivable'' then -amount_cents else 0 end) as change
      from posted group by account_id
    ) p
    where a.id = p.account_id and p.change <> 0', shard_beside(tg_table_name, 'public.account'));
  return null;
end $$;

-- Numbers count in their account.
create or replace function note_payment_event() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  execute format('insert into %1$s (account_id, number, payment_id, from_state, to_state, amount_cents, at)
    select $1.account_id, coalesce(max(number), 0) + 1, $1.id, $2.state, $1.state, $1.amount_cents - $1.refunded_cents,
      coalesce($1.state_at, $1.occurred_at)
    from %1$s where account_id = $1.account_id', shard_beside(tg_table_name, 'public.payment_event')) using new, old;
  return null;
end $$;

create or replace function note_refund_event() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  execute format('insert into %1$s (account_id, number, payment_id, from_state, to_state, amount_cents, at, refund_id)
    select p.account_id, (select coalesce(max(number), 0) + 1 from %1$s where account_id = $1.account_id), p.id, ''COMPLETED'',
      p.state, $1.amount_cents, $1.state_at, $1.id
    from %2$s p where p.account_id = $1.account_id and p.id = $1.payment_id',
    shard_beside(tg_table_name, 'public.payment_event'), shard_beside(tg_table_name, 'public.payment')) using new;
  return null;
end $$;

-- Citus inserts defaults itself, so that the application needs the right to insert what only postings may change.
create or replace function refuse_new_balance() returns trigger language plpgsql as $$
begin
  if pg_has_role((select relowner from pg_class where oid = tg_relid), 'usage') then return new; end if;
  raise exception 'account % begins without a balance', new.id using errcode = 'insufficient_privilege';
end $$;
create or replace trigger account_begins_without_balance before insert on account for each row
  when (new.balance_cents <> 0) execute function refuse_new_balance();
grant insert (balance_cents) on account to myaccount_app;

-- What one transaction writes on the coordinator and on one worker is one: a write to a table that Citus knows here makes it prepare
-- the worker's part first.
create schema if not exists distribution;
create table if not exists distribution.commit_together (id int);
select citus_add_local_table_to_metadata('distribution.commit_together')
where not exists (select from pg_dist_partition where logicalrelid = 'distribution.commit_together'::regclass);
create or replace function commit_together() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  delete from distribution.commit_together;
  return null;
end $$;

-- The last position first: it is of all nodes.
create or replace function assign_export_positions() returns bigint language plpgsql security definer
  set search_path = pg_catalog, public as $$
declare
  batch uuid := gen_random_uuid();
  last bigint;
  assigned bigint;
begin
  update public.export_stream set id = id;
  select coalesce(max(export_position), 0) into last from public.payment_event;
  update public.payment_event e
  set export_position = waiting.position, export_batch = batch
  from (
    select account_id, number, row_number() over (order by number, account_id) + last as position
    from public.payment_event where export_position is null
  ) waiting
  where e.account_id = waiting.account_id and e.number = waiting.number;
  get diagnostics assigned = row_count;
  return assigned;
end $$;
