-- The application can neither change the schema nor rewrite what is append-only.

grant usage on schema public to myaccount_app;
grant select, insert, update on all tables in schema public to myaccount_app;
grant delete on login_code, rate_limit, idempotency_key, import_record, outbox, session, metric_counter to myaccount_app;
revoke update on ledger_posting, audit_entry, consent, payment_move from myaccount_app;
revoke insert on payment_move from myaccount_app;
-- Written by the payment's own trigger.
revoke insert, update on payment_event from myaccount_app;

-- Only the ledger's trigger writes the balance.
revoke update, insert on account from myaccount_app;
grant insert (id, account_number, customer_id, account_type, status, business_name, bill_type, cycle_day, plan_id,
    monthly_price_cents, ach_enabled, notification_preference, service_since, pin_sealed, pin_key_id,
    pending_charges_cents, version),
  update (customer_id, account_type, status, business_name, bill_type, cycle_day, plan_id, monthly_price_cents,
    ach_enabled, notification_preference, service_since, pin_sealed, pin_key_id, pending_charges_cents, version)
  on account to myaccount_app;
