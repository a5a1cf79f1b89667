-- Saved methods that are about to expire are mailed about once per card and month.

-- Expiry that its customer was told about; null before the first mail. A renewed card has another expiry.
alter table payment_method add column expiry_mailed_for date;

-- The job looks for cards by expiry.
create index payment_method_by_expiry on payment_method (expires_on) where valid_to is null;
