-- Counts of the metrics page by hour. Sign-ins and payments are counted from the audit trail, frames from metric_counter.

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
insert into metric_rollup (rolled_until)
  select date_trunc('hour', least(min(at), (select min(minute) from metric_counter), now()), 'UTC')
  from audit_entry;

-- The index of the entries that are counted is built without making writes wait: indexes/audit_counted.sql.
create index metric_counter_by_minute on metric_counter (minute);

grant select, insert, update, delete on metric_hour to myaccount_app;
grant select, update on metric_rollup to myaccount_app;
