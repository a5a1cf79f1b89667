-- What goes out and what comes in: outbox of mail, text messages, and callbacks of outside services.

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
  -- The request that caused the message, so that the log lines of its delivery can be found.
  correlation_id text,
  check ((payload is null) <> (payload_sealed is null) or state <> 'WAITING')
);
create index outbox_waiting on outbox (next_attempt_at) where state = 'WAITING';
create index outbox_dead on outbox (created_at) where state = 'DEAD';
create index outbox_by_age on outbox (created_at) where state <> 'WAITING';
grant select, insert, update, delete on outbox to myaccount_app;

create table inbox_event (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null,
  payload jsonb not null,
  state text not null default 'RECEIVED' check (state in ('RECEIVED', 'APPLIED', 'AMBIGUOUS')),
  -- Why it waits for a person.
  reason text,
  primary key (provider, event_id)
);
create index inbox_event_by_age on inbox_event (received_at) where state = 'APPLIED';
grant select, insert, update, delete on inbox_event to myaccount_app;

-- Text messages and who stopped them (docs/decisions/27-text-messages.md).
create table text_message (
  account_id uuid not null references account,
  id uuid not null default uuidv7(),
  -- What the text tells, once: a retry finds its row.
  event_key text not null,
  -- A newer text of the same topic replaces one that waits.
  topic text not null,
  kind text not null,
  language text not null check (language in ('en', 'es')),
  -- E.164.
  recipient text not null,
  -- The values of the text, which hold a link: erased once nobody needs them.
  payload_sealed bytea,
  payload_key_id text,
  state text not null default 'WAITING'
    check (state in ('WAITING', 'SENDING', 'SENT', 'DELIVERED', 'UNDELIVERED', 'DROPPED')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  -- Next attempt, or next question about the delivery; null once the state is final.
  due_at timestamptz,
  -- Not sent any more after this.
  useless_after timestamptz not null,
  -- Since when a call may have sent it: before another one, the service is asked.
  sending_since timestamptz,
  sent_at timestamptz,
  provider_id text,
  last_error text,
  -- Why it needs a person: the notification could be sent neither as text nor as mail.
  manual_review_reason text,
  correlation_id text,
  primary key (account_id, id),
  unique (account_id, event_key),
  check ((due_at is null) = (state in ('DELIVERED', 'UNDELIVERED', 'DROPPED')) or state = 'SENT'),
  check (payload_sealed is not null or state not in ('WAITING', 'SENDING'))
);
create index text_message_due on text_message (due_at) where due_at is not null;
-- Callbacks name a text by its id.
create index text_message_by_id on text_message (id);
create index text_message_by_age on text_message (created_at) where due_at is null;
create index text_message_for_review on text_message (created_at) where manual_review_reason is not null;

-- Who replied STOP, from which number. With resumed_at it is over: START took it back.
create table text_stop (
  account_id uuid not null references account,
  -- As the customer's record has it.
  phone_number text not null,
  stopped_at timestamptz not null,
  -- The preference that STOP took the texts out of, and that START puts back; null: texts were off.
  stopped_preference text check (stopped_preference in ('Text', 'Text & Email')),
  resumed_at timestamptz,
  primary key (account_id, phone_number)
);
grant select, insert, update, delete on text_message to myaccount_app;
grant select, insert, update on text_stop to myaccount_app;
