-- Open bills by their due date: what autopay charges, and announces, starts here (decision 12).
create index concurrently if not exists invoice_due on invoice (due_on, account_id)
  where open_cents > 0 and voided_at is null;
