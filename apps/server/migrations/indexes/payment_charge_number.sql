-- The largest charge number of an account, when the next one is drawn (decision 13).
create unique index concurrently if not exists payment_charge_number on payment (account_id, charge_number)
  where charge_number is not null;
