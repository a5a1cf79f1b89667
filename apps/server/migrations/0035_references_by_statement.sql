-- References of payments are drawn for all rows of a statement at once: one by one they took a quarter of what an import
-- costs the database (docs/decisions/0264-what-an-import-costs.md).

create or replace function random_payment_reference() returns text language plpgsql volatile as $$
declare
  digits constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  bytes constant bytea := uuid_send(gen_random_uuid());
begin
  return substr(digits, 1 + (get_byte(bytes, 0) & 31), 1) || substr(digits, 1 + (get_byte(bytes, 1) & 31), 1)
    || substr(digits, 1 + (get_byte(bytes, 2) & 31), 1) || substr(digits, 1 + (get_byte(bytes, 3) & 31), 1)
    || substr(digits, 1 + (get_byte(bytes, 4) & 31), 1) || substr(digits, 1 + (get_byte(bytes, 5) & 31), 1)
    || substr(digits, 1 + (get_byte(bytes, 9) & 31), 1) || substr(digits, 1 + (get_byte(bytes, 10) & 31), 1);
end $$;

create function give_new_payment_references() returns trigger language plpgsql as $$
declare
  stored bigint;
begin
  insert into payment_reference (account_id, payment_id, reference)
  select account_id, id, random_payment_reference() from added
  on conflict do nothing;
  get diagnostics stored = row_count;
  -- A taken one is drawn again.
  if stored < (select count(*) from added) then
    perform give_payment_reference(account_id, id) from added;
  end if;
  return null;
end $$;
create or replace trigger payment_gets_reference after insert on payment
  referencing new table as added for each statement execute function give_new_payment_references();
