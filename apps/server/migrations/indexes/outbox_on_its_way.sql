-- Mails that a server sends now: their recipients' next ones wait (decision 17).
create index concurrently if not exists outbox_on_its_way on outbox (recipient)
  where state = 'WAITING' and attempts > 0 and last_error is null;
