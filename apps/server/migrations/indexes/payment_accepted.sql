-- What a processor's records should have, by time: compared with them at every run of charges (decision 13).
create index concurrently if not exists payment_accepted on payment (processor, occurred_at)
  where processor_transaction is not null and state in ('COMPLETED', 'PENDING');
