-- For which times Orbital's charges are known here (docs/decisions/13-after-a-restore.md): each row is a settlement file with
-- its control totals whose every charge has its payment. A copy that has a row has those payments, too.
create table orbital_coverage (
  id bigint generated always as identity primary key,
  covers_from timestamptz not null,
  covers_to timestamptz not null,
  -- Its control totals: what Orbital's own report says of all its rows, and in whose name.
  charges integer not null,
  total_cents bigint not null,
  stated_by text not null,
  stated_at timestamptz not null,
  file_name text not null,
  check (covers_from < covers_to)
);
-- Without update and delete: what was stated stays.
grant select, insert on orbital_coverage to myaccount_app;

-- Only servers of the release before read it: to them no file was compared.
update heartbeat set is_orbital_compared = false;
