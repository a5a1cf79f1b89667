-- Open opening debt by its due date, as invoice_due.
create index concurrently if not exists opening_balance_due on opening_balance (due_on, account_id)
  where open_cents > 0;
