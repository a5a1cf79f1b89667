-- The order in which waiting mails are sent: first what becomes useless (decision 17).
create index concurrently if not exists outbox_due on outbox ((useless_after is null), next_attempt_at)
  where state = 'WAITING';
