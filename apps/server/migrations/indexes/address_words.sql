-- An operator finds an account by its service address (decision 32).
create index concurrently if not exists address_words on address using gin (search_vector(street_nr_first || ' ' || street_name || ' ' || street_nr_last || ' ' || city || ' ' || state || ' ' || post_code)) with (fastupdate = off) where address_type = 'Service';
