-- The challenge for which the outside identity service last mailed a code to this address. Only that code works there.
alter table login_throttle add column service_challenge_hash bytea;
