-- What customers agreed to, and what they pay with.

create table consent (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('autopay', 'bank-debit', 'paperless', 'texts', 'stored-method')),
  text_version text not null,
  language text not null check (language in ('en', 'es')),
  agreed_text text not null,
  agreed_at timestamptz not null,
  client_address text not null,
  login_id uuid references login,
  primary key (account_id, id)
);
-- Without update and delete: what was agreed to stays.
grant select, insert on consent to myaccount_app;

create table payment_method (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  external_id text unique,
  method_type text not null check (method_type in ('tokenized-credit-card', 'tokenized-bank', 'custom')),
  processor text not null check (processor in ('transafe', 'orbital')),
  card_type text not null check (card_type in ('VISA', 'DISCOVER', 'MASTERCARD', 'AMEX', 'MC', 'DISC', 'OTHER',
    'VISADEBIT', 'MCDEBIT', 'OTHERDEBIT', 'CHECK', 'ACH', 'JCB', 'UNKNOWN')),
  nickname text,
  last_four text check (last_four ~ '^[0-9]{4}$'),
  -- Last day of the month on the card.
  expires_on date,
  account_holder_name text,
  -- The processor's token, sealed; it never leaves the server.
  token_sealed bytea not null,
  token_key_id text not null,
  is_default boolean not null default false,
  valid_to timestamptz,
  created_at timestamptz not null,
  -- False once the bank said that there is no such account. A bank account is validated before it is saved.
  is_valid boolean not null default true,
  -- The card network's number of the customer's own charge. Later charges of the provider name it.
  network_transaction text,
  consent_id uuid,
  -- Expiry that its customer was notified of; null before the first mail. A renewed card has another expiry.
  expiry_mailed_for date,
  primary key (account_id, id),
  constraint payment_method_consent foreign key (account_id, consent_id) references consent
);
create unique index one_default_method on payment_method (account_id) where is_default and valid_to is null;
-- The job looks for cards by expiry.
create index payment_method_by_expiry on payment_method (expires_on) where valid_to is null;
grant select, insert, update on payment_method to myaccount_app;

-- What one ticket or uid of a hosted frame refers to (docs/decisions/14-payment-methods.md). It belongs to the login that
-- named it first. Its id is the token that the page saves it with.
create table captured_method (
  login_id uuid not null references login,
  id uuid not null default gen_random_uuid(),
  capture_hash bytea not null unique,
  processor text not null check (processor in ('transafe', 'orbital')),
  opened_at timestamptz not null,
  -- Since when a server asks the service about it.
  claimed_at timestamptz,
  -- The service's answer; null before it.
  answered_at timestamptz,
  code text,
  verbiage text,
  card_type text,
  last_four text check (last_four ~ '^[0-9]{4}$'),
  expires_on date,
  token_sealed bytea,
  token_key_id text,
  -- What it was saved as.
  account_id uuid,
  payment_method_id uuid,
  primary key (login_id, id),
  foreign key (account_id, payment_method_id) references payment_method,
  check ((token_sealed is null) = (token_key_id is null)),
  check (token_sealed is null or (answered_at is not null and card_type is not null))
);
create index captured_method_by_age on captured_method (opened_at);
grant select, insert, update, delete on captured_method to myaccount_app;
