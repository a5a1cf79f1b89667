-- What goes out and what comes in: outbox of mail and texts, call-backs of outside services, counters, appointments.

create table outbox (
  id uuid primary key default uuidv7(),
  account_id uuid references account,
  -- What the message tells, once: a retry finds its row.
  event_key text not null unique,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  template text not null,
  language text not null check (language in ('en', 'es')),
  -- Values of the template; sealed where they hold a secret (a sign-in code).
  payload jsonb,
  payload_sealed bytea,
  payload_key_id text,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'DEAD')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  -- Not sent any more after this.
  useless_after timestamptz,
  sent_at timestamptz,
  last_error text,
  check ((payload is null) <> (payload_sealed is null) or state <> 'WAITING')
);
create index outbox_waiting on outbox (next_attempt_at) where state = 'WAITING';
create index outbox_dead on outbox (created_at) where state = 'DEAD';

create table inbox_event (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null,
  payload jsonb not null,
  state text not null default 'RECEIVED' check (state in ('RECEIVED', 'APPLIED', 'AMBIGUOUS')),
  primary key (provider, event_id)
);

-- Counts by minute, for the metrics page; no customer in them.
create table metric_counter (
  metric text not null,
  minute timestamptz not null,
  count bigint not null,
  primary key (metric, minute)
);

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
  primary key (account_id, id),
  check (ends_at > starts_at)
);

create table slot (
  id uuid primary key default uuidv7(),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  capacity integer not null check (capacity >= 0),
  taken integer not null default 0,
  unique (starts_at, ends_at),
  check (taken between 0 and capacity)
);

-- What an import last read for each record, to tell what the file changed from what was changed here.
create table import_record (
  record_type text not null,
  record_key text not null,
  content_hash bytea not null,
  content jsonb not null,
  imported_at timestamptz not null,
  primary key (record_type, record_key)
);
