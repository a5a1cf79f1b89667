-- Who the provider serves: plans, customers, accounts, addresses, and discounts. The application can neither change the
-- schema nor rewrite what only grows: each table grants it what it may do.

grant usage on schema public to myaccount_app;
-- A server is ready when the database has every migration.
grant select on kysely_migration to myaccount_app;

create table plan (
  id text primary key,
  name text not null,
  name_es text,
  monthly_price_cents bigint not null check (monthly_price_cents >= 0),
  download_mbps integer not null check (download_mbps > 0),
  upload_mbps integer not null check (upload_mbps > 0)
);
grant select, insert, update on plan to myaccount_app;

create table customer (
  id uuid primary key default uuidv7(),
  customer_number text not null unique,
  first_name text not null,
  last_name text not null,
  email_address text,
  -- How many digits a number has is a setting (docs/decisions/21-account-data.md).
  phone_number text check (phone_number ~ '^[0-9]{7,15}$'),
  date_of_birth date,
  language text not null default 'en' check (language in ('en', 'es')),
  version integer not null default 1
);
create index customer_by_phone on customer (phone_number) where phone_number is not null;
grant select, insert, update on customer to myaccount_app;

create table account (
  id uuid primary key default uuidv7(),
  account_number text not null unique,
  customer_id uuid not null references customer,
  account_type text not null check (account_type in ('RESIDENTIAL', 'BUSINESS')),
  status text not null check (status in ('ACTIVE', 'INACTIVE')),
  business_name text,
  bill_type text not null check (bill_type in ('EMAIL', 'PAPER_EMAIL', 'PAPER', 'NONE')),
  cycle_day smallint not null check (cycle_day between 1 and 28),
  plan_id text not null references plan,
  monthly_price_cents bigint not null check (monthly_price_cents >= 0),
  ach_enabled boolean not null default true,
  notification_preference text not null default ''
    check (notification_preference in ('', 'Text', 'Email', 'Text & Email')),
  service_since date,
  -- Sealed by platform/secrets.ts with the key that pin_key_id names.
  pin_sealed bytea,
  pin_key_id text,
  pending_charges_cents bigint not null default 0,
  -- Sum of the account's ledger; written by the ledger's trigger alone.
  balance_cents bigint not null default 0,
  version integer not null default 1,
  check ((account_type = 'BUSINESS') = (business_name is not null)),
  check ((pin_sealed is null) = (pin_key_id is null))
);
create index account_by_customer on account (customer_id);
-- Every column but the balance.
grant select,
  insert (id, account_number, customer_id, account_type, status, business_name, bill_type, cycle_day, plan_id,
    monthly_price_cents, ach_enabled, notification_preference, service_since, pin_sealed, pin_key_id,
    pending_charges_cents, version),
  update (customer_id, account_type, status, business_name, bill_type, cycle_day, plan_id, monthly_price_cents,
    ach_enabled, notification_preference, service_since, pin_sealed, pin_key_id, pending_charges_cents, version)
  on account to myaccount_app;

create table address (
  account_id uuid not null references account,
  address_type text not null check (address_type in ('Service', 'Billing', 'Mailing')),
  street_nr_first text not null,
  street_nr_last text not null,
  street_name text not null,
  city text not null,
  state text not null,
  country text not null,
  post_code text not null,
  version integer not null default 1,
  primary key (account_id, address_type)
);
-- An import deletes what its file no longer says: an address, a discount, a right to an account, a line of a bill. What was
-- booked stays: the ledger and the payments keep every word.
grant select, insert, update, delete on address to myaccount_app;

create table discount (
  account_id uuid not null references account,
  discount_type text not null check (discount_type in ('Hero Discount', 'GiftCard')),
  is_applied boolean not null,
  is_eligible boolean not null,
  eligible_date date,
  -- Since when the discount counts; null where an import said that it is applied.
  applied_at timestamptz,
  -- When the customer registered for the gift card here. is_applied is what the provider's file says.
  registered_at timestamptz,
  primary key (account_id, discount_type)
);
grant select, insert, update, delete on discount to myaccount_app;
