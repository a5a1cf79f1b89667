-- Whether this is still the database that it was (docs/decisions/0292-after-a-restore.md). Servers with jobs beat once a minute.
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
