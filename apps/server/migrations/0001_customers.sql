-- Who the provider serves: plans, customers, accounts, addresses, discounts, and who may sign in for which account.

create table plan (
  id text primary key,
  name text not null,
  name_es text,
  monthly_price_cents bigint not null check (monthly_price_cents >= 0),
  download_mbps integer not null check (download_mbps > 0),
  upload_mbps integer not null check (upload_mbps > 0)
);

create table customer (
  id uuid primary key default uuidv7(),
  customer_number text not null unique,
  first_name text not null,
  last_name text not null,
  email_address text,
  phone_number text check (phone_number ~ '^[0-9]{10}$'),
  date_of_birth date,
  language text not null default 'en' check (language in ('en', 'es')),
  version integer not null default 1
);

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
  -- Sealed by platform/secrets.ts; the key that sealed it stands beside it.
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

create table discount (
  account_id uuid not null references account,
  discount_type text not null check (discount_type in ('Hero Discount', 'GiftCard')),
  is_applied boolean not null,
  is_eligible boolean not null,
  eligible_date date,
  primary key (account_id, discount_type)
);

create table login (
  id uuid primary key default uuidv7(),
  -- Lower case; one sign-in for one address.
  email_address text not null unique check (email_address = lower(email_address)),
  given_name text,
  nickname text,
  language text check (language in ('en', 'es'))
);

create table login_account (
  login_id uuid not null references login,
  account_id uuid not null references account,
  role text not null check (role in ('primary', 'member')),
  primary key (login_id, account_id)
);
create index login_account_by_account on login_account (account_id);

-- The one live code of a sign-in: sending another replaces it.
create table login_code (
  login_id uuid primary key references login,
  code_hmac bytea not null,
  key_id text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);

create table session (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  login_id uuid not null references login,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  client_address text not null,
  user_agent text not null
);
create index session_by_login on session (login_id, created_at);

-- Counters of rate-limiter-flexible; its own table layout.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
