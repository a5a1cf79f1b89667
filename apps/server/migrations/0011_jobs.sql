-- The next round of each job that one of several servers runs.
create table job_round (
  name text primary key,
  next_at timestamptz not null
);
grant select, insert, update on job_round to myaccount_app;
