-- What of a debt was never settled, as of the last time that a return, a refund, or a void reopened a part of it on its due
-- date or later; null: all that is open. The rest of what is open waits for a due date (docs/decisions/12-autopay.md).
alter table invoice add column unsettled_cents bigint,
  add constraint invoice_unsettled check (unsettled_cents >= 0) not valid;
alter table opening_balance add column unsettled_cents bigint,
  add constraint opening_balance_unsettled check (unsettled_cents >= 0) not valid;
