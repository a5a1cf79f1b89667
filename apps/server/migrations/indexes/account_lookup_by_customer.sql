-- The accounts of a customer (decision 32).
create index concurrently if not exists account_lookup_by_customer on account_lookup (customer_id) where kind = 'account';
