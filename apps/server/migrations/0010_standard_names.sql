-- Standard names (docs/decisions/0090-standard-names.md). A rename breaks the release before. That is allowed here only
-- because no release has shipped; later migrations expand first and contract one release later.

alter table payment rename column asked_cents to requested_cents;
alter table payment rename constraint payment_asked_cents_check to payment_requested_cents_check;
alter table payment rename column needs_person to manual_review_reason;
alter table payment rename column reconcile_tries to reconcile_attempts;
alter index payment_for_person rename to payment_manual_review;
alter table login_code rename column tries to attempts;

-- Allowed state transitions of a payment. Grants follow the table.
alter table payment_move rename to payment_transition;
alter index payment_move_pkey rename to payment_transition_pkey;
alter trigger payment_moves on payment rename to payment_transitions;
alter function refuse_unknown_payment_move() rename to refuse_unknown_payment_transition;
create or replace function refuse_unknown_payment_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from payment_transition where from_state = old.state and to_state = new.state) then
    raise exception 'payment % cannot change from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
