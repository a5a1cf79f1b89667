-- An operator finds an account by the name of its business (decision 32).
create index concurrently if not exists account_words on account using gin (search_vector(business_name)) with (fastupdate = off) where business_name is not null;
