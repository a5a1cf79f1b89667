-- Payments with which autopay was chosen, until it is on: autopay looks for them every ten seconds.
create index concurrently if not exists payment_with_autopay_choice on payment (account_id)
  where autopay_consent_id is not null;
