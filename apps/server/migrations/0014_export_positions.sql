-- A position for every exported payment event (docs/decisions/0132-export-cursor.md). Expands only: the release before
-- keeps writing events by its trigger, and keeps reading them by (transaction, number).

-- Who counts the positions. A dump, a base copy, and a standby keep the id; another database has another one. Later,
-- each node of a distributed database can count for itself.
create table export_stream (
  id uuid primary key default gen_random_uuid()
);
insert into export_stream default values;
grant select on export_stream to myaccount_app;

alter table payment_event
  -- Counts from 1 without gaps, in the order of commits as the export saw them.
  add column export_position bigint,
  -- Random for each run of assign_export_positions(): the same position in another history has another batch.
  add column export_batch uuid,
  add constraint payment_event_export_check check ((export_position is null) = (export_batch is null));
create index payment_event_exported on payment_event (export_position) where export_position is not null;
create index payment_event_to_export on payment_event (number) where export_position is null;

-- Gives every committed event without a position the next one, and returns how many. The lock lets one caller assign at
-- a time, so a position never commits after a higher one.
create function assign_export_positions() returns bigint language plpgsql security definer
  set search_path = pg_catalog, public as $$
declare
  batch uuid := gen_random_uuid();
  assigned bigint;
begin
  -- An update and not only a lock: of two callers, PostgreSQL then refuses one whose snapshot is too old.
  update public.export_stream set id = id;
  update public.payment_event e
  set export_position = waiting.position, export_batch = batch
  from (
    select account_id, number, row_number() over (order by number)
      + (select coalesce(max(export_position), 0) from public.payment_event) as position
    from public.payment_event where export_position is null
  ) waiting
  where e.account_id = waiting.account_id and e.number = waiting.number;
  get diagnostics assigned = row_count;
  return assigned;
end $$;
revoke execute on function assign_export_positions() from public;
grant execute on function assign_export_positions() to myaccount_app;
