-- A count in one row would let one sign-in or payment commit at a time, on all servers together: each counts into one of
-- several rows, and what is counted is their sum.
alter table metric_counter add column shard smallint not null default 0;
alter table metric_counter drop constraint metric_counter_pkey, add primary key (metric, minute, shard);
