-- An operator finds a payment by the last four digits and the amount of a bank's statement (decision 32).
create index concurrently if not exists payment_by_last_four on payment (last_four, amount_cents) where last_four is not null;
