-- Automatic charges that a restore brought back (docs/decisions/13-after-a-restore.md). A restored database does not know what its
-- customers ended after the backup, so nothing is charged by these agreements before their customers were told.
create table charge_notice (
  account_id uuid not null references account,
  -- The enrollment in autopay, or the planned payment.
  agreement_id uuid not null,
  kind text not null check (kind in ('autopay', 'planned')),
  -- The day that the planned payment had; null for autopay.
  planned_for date,
  -- When the pause ended.
  created_at timestamptz not null,
  -- Days from the mail to the charge.
  notice_days integer not null,
  -- When the mail was queued; also without an address.
  announced_at timestamptz,
  -- The mails in the outbox; none without an address.
  mail_ids uuid[] not null default '{}',
  -- Of the link that stops the charge: null once it has. Whoever has the token has the right, so that only its hash is kept.
  token_hash bytea,
  -- The first business day of a charge; null until the mail server accepted the mail, or an operator confirmed.
  charge_from date,
  primary key (account_id, agreement_id)
);
create index charge_notice_by_token on charge_notice (token_hash);
create index charge_notice_untold on charge_notice (account_id) where charge_from is null;
grant select, insert, update on charge_notice to myaccount_app;
