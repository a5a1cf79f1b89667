-- An operator finds a customer by name (decision 32).
create index concurrently if not exists customer_words on customer using gin (search_vector(first_name || ' ' || last_name)) with (fastupdate = off);
