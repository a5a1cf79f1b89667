-- When a fresh code last proved who uses the session; null for the code of the sign-in itself.
alter table session add column confirmed_at timestamptz;
