-- Registrations of gift cards, and what the open sessions and the history of changes read.

-- When the customer registered for the gift card here. is_applied is what the provider's file says.
alter table discount add column registered_at timestamptz;
