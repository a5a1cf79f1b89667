-- An import takes away what its file no longer says: a line of a bill, an address, a discount, a right to an account.
-- What was booked stays: the ledger and the payments keep every word.
grant delete on address, discount, login_account, invoice_item, invoice_charge to myaccount_app;
