-- What a payment promised, until it is kept. Only additions: the release before keeps running.

-- The consent of autopay that was given with a payment (PAY-2), until autopay was turned on with it or cannot be.
alter table payment add column autopay_consent_id uuid;
-- What a planned payment promised: on its day less can be charged. Null until its first try.
alter table payment add column promised_cents bigint check (promised_cents > 0);
