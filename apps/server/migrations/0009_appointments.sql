-- Appointments by link (docs/decisions/25-visits.md): the offered times of an area, changes on their way to the field service,
-- links, and the subscription to its events.

create table appointment (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  external_id text unique,
  kind text not null check (kind in ('installation', 'repair')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  job_status text not null check (job_status in ('Ready', 'Dispatch', 'En Route', 'In Progress', 'Complete', 'Cancelled')),
  tech_first_name text,
  shortest_arrival_minutes integer,
  longest_arrival_minutes integer,
  version integer not null default 1,
  -- When the field service last said something; what it said before that is stale.
  reported_at timestamptz,
  -- What the minutes until the arrival count from.
  arrival_estimated_at timestamptz,
  -- Since when the visit is complete or cancelled: its links end soon after.
  closed_at timestamptz,
  primary key (account_id, id),
  check (ends_at > starts_at)
);
create index appointment_open on appointment (starts_at) where job_status not in ('Complete', 'Cancelled');
grant select, insert, update on appointment to myaccount_app;

-- Times that the field service offers. `capacity` is what it had left when it was read, `taken` what was booked here since.
create table slot (
  id uuid primary key default uuidv7(),
  area text not null default '',
  kind text not null default 'installation' check (kind in ('installation', 'repair')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  capacity integer not null check (capacity >= 0),
  taken integer not null default 0,
  check (taken between 0 and capacity)
);
create unique index slot_by_area on slot (area, kind, starts_at, ends_at);
create index slot_by_age on slot (starts_at);
grant select, insert, update, delete on slot to myaccount_app;

-- How old the times of a day are.
create table slot_day (
  area text not null,
  kind text not null check (kind in ('installation', 'repair')),
  day date not null,
  read_at timestamptz not null,
  primary key (area, kind, day)
);
create index slot_day_by_age on slot_day (day);

-- A time that a customer chose. One at a time for an appointment; it holds its slot until the field service has answered.
create table appointment_change (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  appointment_id uuid not null,
  area text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null default 'CONFIRMING' check (state in ('CONFIRMING', 'CONFIRMED', 'REFUSED')),
  requested_at timestamptz not null,
  settled_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, appointment_id) references appointment,
  check (ends_at > starts_at),
  check ((settled_at is null) = (state = 'CONFIRMING'))
);
create unique index appointment_change_open on appointment_change (account_id, appointment_id) where state = 'CONFIRMING';
create index appointment_change_waiting on appointment_change (requested_at) where state = 'CONFIRMING';
create index appointment_change_by_slot on appointment_change (area, starts_at);
create index appointment_change_by_age on appointment_change (requested_at);

-- Links to one appointment each. Whoever has the token has the right, so that only its hash is kept.
create table appointment_link (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  appointment_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, appointment_id) references appointment
);
create unique index appointment_link_by_token on appointment_link (token_hash);
create index appointment_link_by_age on appointment_link (expires_at);

-- Where the field service sends its events: one subscription for all servers.
create table hub_subscription (
  provider text primary key,
  callback_hash bytea not null,
  hub_id text not null,
  subscribed_at timestamptz not null
);

grant select, insert, update, delete on slot_day, appointment_change, appointment_link, hub_subscription to myaccount_app;
