-- A period has one bill of the cycle; manual bills and adjustments lie beside it (decision 08).
create unique index concurrently if not exists one_live_cycle_bill_per_period on invoice (account_id, period_start)
  where voided_at is null and kind = 'cycle';
