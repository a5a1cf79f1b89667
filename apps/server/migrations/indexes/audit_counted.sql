-- The entries that the metrics page counts (decision 35).
create index concurrently if not exists audit_counted on audit_entry (at, action)
  where action in ('login.succeeded', 'login.failed', 'payments.made', 'payments.pending', 'payments.failed');
