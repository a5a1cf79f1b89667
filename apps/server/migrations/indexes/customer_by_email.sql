-- An operator finds a customer by the contact's e-mail address, as logins have it (decision 32).
create index concurrently if not exists customer_by_email on customer (lower(email_address collate "C")) where email_address is not null;
