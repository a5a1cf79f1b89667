-- An operator finds a payment by its processor's number (decision 32).
create index concurrently if not exists payment_by_transaction on payment (processor_transaction) where processor_transaction is not null;
