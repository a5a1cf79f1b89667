-- What an import remembers, what operators follow, and whether this is still the database that it was.

-- What an import last read for each record, to tell what the file changed from what was changed here.
create table import_record (
  record_type text not null,
  record_key text not null,
  content_hash bytea not null,
  content jsonb not null,
  imported_at timestamptz not null,
  primary key (record_type, record_key)
);
grant select, insert, update, delete on import_record to myaccount_app;

-- Counts by minute, for the metrics page; no customer in them. A count in one row would let one sign-in or payment commit at
-- a time, on all servers together: each counts into one of several rows, and what is counted is their sum.
create table metric_counter (
  metric text not null,
  minute timestamptz not null,
  count bigint not null,
  shard smallint not null default 0,
  primary key (metric, minute, shard)
);
create index metric_counter_by_minute on metric_counter (minute);
grant select, insert, update, delete on metric_counter to myaccount_app;

-- One row per metric and hour; per day once the hours are old.
create table metric_hour (
  hour timestamptz not null,
  metric text not null,
  count bigint not null check (count >= 0),
  primary key (hour, metric)
);

-- Hours before this instant are in metric_hour; later ones are counted when they are read.
create table metric_rollup (
  is_only boolean primary key default true check (is_only),
  rolled_until timestamptz not null
);
insert into metric_rollup (rolled_until) values (date_trunc('hour', now(), 'UTC'));
grant select, insert, update, delete on metric_hour to myaccount_app;
grant select, update on metric_rollup to myaccount_app;

-- Whether this is still the database that it was (docs/decisions/13-after-a-restore.md). Servers with jobs beat once a minute.
create table heartbeat (
  id boolean primary key default true check (id),
  -- Of the cluster: too large a number for JavaScript.
  system_identifier text not null,
  timeline text not null,
  beat_at timestamptz not null,
  -- Why automatic charges wait; null while they do not.
  paused_for text check (paused_for in ('restored', 'promoted', 'stopped')),
  paused_at timestamptz,
  -- The last beat before: charges since then may be missing here. It stays after the pause.
  unsure_from timestamptz,
  -- Whether a settlement file of Orbital was compared since the pause began.
  is_orbital_compared boolean not null default false,
  -- The reason of an operator who ended the last pause; null where all was known.
  resumed_because text,
  check ((paused_for is null) = (paused_at is null))
);

create function current_timeline() returns text language sql stable as
  $$ select left(pg_walfile_name(pg_current_wal_lsn()), 8) $$;

insert into heartbeat (system_identifier, timeline, beat_at)
  select system_identifier::text, current_timeline(), now() from pg_control_system();

-- Returns why automatic charges wait, the gravest reason first; null while they do not. A dump that was restored is in a cluster with another identifier.
create function charging_pause() returns text language sql stable as $$
  select case
    when h.paused_for = 'restored' or h.system_identifier <> c.system_identifier::text then 'restored'
    when h.paused_for = 'promoted' or h.timeline <> current_timeline() then 'promoted'
    when h.paused_for = 'stopped' or h.beat_at < now() - interval '10 minutes' then 'stopped'
  end
  from heartbeat h, pg_control_system() c
$$;

-- The newest comparison of a processor's own book with the payments here.
create table processor_comparison (
  processor text primary key,
  compared_until timestamptz not null,
  differences integer not null
);

grant select, insert, update on heartbeat, processor_comparison to myaccount_app;
