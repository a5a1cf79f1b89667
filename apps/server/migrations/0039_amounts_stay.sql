-- What the ledger has of a payment made here stays: not even the application changes its amount. An import corrects payments
-- that were made elsewhere, with postings of its own.
create function refuse_changed_amount() returns trigger language plpgsql as $$
begin
  raise exception 'payment % is booked: its amount stays', old.id using errcode = 'check_violation';
end $$;
create trigger payment_amount_stays before update of amount_cents on payment for each row
  when (old.amount_cents <> new.amount_cents and old.processor_reference is not null
    and old.state in ('COMPLETED', 'RETURNED', 'REFUNDED'))
  execute function refuse_changed_amount();
