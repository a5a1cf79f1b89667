-- Registrations of gift cards, and what the open sessions and the history of changes read.

-- When the customer registered for the gift card here. is_applied is what the provider's file says.
alter table discount add column registered_at timestamptz;

-- The login that an entry without an account is about: it shows in that login's history of changes.
alter table audit_entry add column login_id uuid;
create index audit_by_login on audit_entry (login_id, at desc) where login_id is not null;
