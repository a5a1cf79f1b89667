import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSql } from './sql.ts';

/** The sandbox's own database of charges, hosted forms, mail, and texts. It never has a card or bank account number. */
export interface SandboxDatabase {
  readonly sql: ReturnType<typeof createSql>;
  /** Runs the work in one transaction. It is committed when this returns. */
  inTransaction<Result>(work: () => Result): Result;
  close(): void;
}

/**
 * Opens the database in a folder, and creates it if it is missing. Committed rows survive kill -9, because the operating
 * system has them. Only a crash of the whole machine can lose the last moments.
 */
export function openSandboxDatabase(folder: string): SandboxDatabase {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'sandbox.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
  database.exec(schemaSql);
  return {
    sql: createSql(database),
    inTransaction: (work) => {
      database.exec('begin immediate');
      try {
        const result = work();
        database.exec('commit');
        return result;
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
    close: () => database.close(),
  };
}

const schemaSql = `
  create table if not exists charge (
    number integer primary key,
    id text not null unique,
    processor text not null,
    kind text not null,
    reference text,
    order_id text,
    token text not null,
    requested_cents integer not null,
    amount_cents integer not null,
    refusal text,
    outcome text not null,
    at text not null,
    settles_at text,
    returns_at text,
    return_code text,
    voided_at text
  ) strict;
  create index if not exists charge_by_reference on charge (processor, reference);
  create table if not exists refund (
    number integer primary key,
    id text not null unique,
    charge_id text not null references charge (id),
    reference text,
    amount_cents integer not null check (amount_cents > 0),
    at text not null
  ) strict;
  create index if not exists refund_by_charge on refund (charge_id);
  create view if not exists booked_charge as
    select *, (select coalesce(sum(amount_cents), 0) from refund where charge_id = charge.id) as refunded_cents
    from charge;
  create table if not exists attempt (
    number integer primary key,
    processor text not null,
    reference text,
    token text not null,
    amount_cents integer not null,
    outcome text not null,
    at text not null
  ) strict;
  create index if not exists attempt_by_reference on attempt (processor, reference);
  create table if not exists deleted_token (
    processor text not null,
    token text not null,
    primary key (processor, token)
  ) strict;
  create table if not exists card_frame (
    id text primary key,
    sequence text not null unique,
    kind text not null,
    questions text not null,
    expires_at text not null
  ) strict;
  create table if not exists frame_ticket (
    ticket text primary key,
    frame_id text not null unique references card_frame (id),
    brand text not null,
    last_four text not null check (length(last_four) = 4),
    expiry text not null check (length(expiry) = 4),
    outcome_cents integer not null,
    is_verified integer not null,
    expires_at text not null,
    used_at text
  ) strict;
  create table if not exists card_form (
    uid text primary key,
    form_name text not null,
    state text not null,
    token text,
    expires_at text not null
  ) strict;
  create table if not exists applicant (
    token text primary key,
    email text not null,
    expires_at text not null,
    used_at text
  ) strict;
  create table if not exists verification (
    number integer primary key,
    email text not null,
    community text not null,
    at text not null
  ) strict;
  create table if not exists callback (
    number integer primary key,
    verification integer not null references verification (number),
    key text not null,
    at text not null,
    status integer
  ) strict;
  create table if not exists visit (
    id text primary key,
    account text not null,
    area text not null,
    category text not null,
    starts text not null,
    ends text not null,
    job_status text not null,
    technician text,
    earliest text,
    latest text,
    updated text not null
  ) strict;
  create index if not exists visit_by_time on visit (area, starts);
  create table if not exists other_booking (
    number integer primary key,
    area text not null,
    category text not null,
    starts text not null,
    ends text not null
  ) strict;
  create index if not exists other_booking_by_time on other_booking (area, starts);
  create table if not exists hub (
    id text primary key,
    callback text not null
  ) strict;
  create table if not exists visit_event (
    number integer primary key,
    visit text not null,
    type text not null,
    at text not null,
    body text not null,
    sent integer not null default 0,
    status integer
  ) strict;
  create table if not exists sms_message (
    number integer primary key,
    sid text not null unique,
    recipient text not null,
    sender text not null,
    body text not null,
    status text not null,
    error_code integer,
    callback_url text,
    at text not null
  ) strict;
  create index if not exists sms_message_by_recipient on sms_message (recipient, number);
  create table if not exists sms_stop (
    phone_number text primary key
  ) strict;
  create table if not exists identity_code (
    number integer primary key,
    email text not null,
    code text not null,
    client text not null,
    language text not null,
    at text not null,
    expires_at text not null,
    tries integer not null default 0,
    used_at text
  ) strict;
  create index if not exists identity_code_by_email on identity_code (email, number);
  create index if not exists identity_code_by_client on identity_code (client, at);
  create table if not exists message (
    number integer primary key,
    recipient text not null,
    subject text not null,
    text text not null,
    html text,
    at text not null,
    channel text not null,
    message_id text,
    is_repeat integer not null,
    source text not null
  ) strict;
  create index if not exists message_by_recipient on message (recipient, number);
  create index if not exists message_by_message_id on message (message_id, recipient);
`;
