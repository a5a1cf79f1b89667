-- Applications for the Hero Discount, and what became of callbacks (docs/decisions/0220, 0221). Only additions: the release
-- before keeps running.

-- Since when the discount counts; null where an import said that it is applied. The bill run reads it.
alter table discount add column applied_at timestamptz;

-- Why a callback waits for a person.
alter table inbox_event add column reason text;

-- Which account asked the eligibility service with which address, and when. A confirmation names only the address.
create table hero_application (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  login_id uuid not null references login,
  -- As the service compares it: lower case.
  email_address text not null check (email_address = lower(email_address)),
  requested_at timestamptz not null,
  primary key (account_id, id)
);
create index hero_application_by_address on hero_application (email_address, requested_at);
create index hero_application_by_age on hero_application (requested_at);

grant select, insert, delete on hero_application to myaccount_app;
