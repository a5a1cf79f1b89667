-- A short reference for every payment (docs/decisions/0160-payment-reference.md). A table of its own, because the release
-- before reads whole rows of `payment`: a new column would fail its prepared statements.

create table payment_reference (
  account_id uuid not null,
  payment_id uuid not null,
  reference text not null check (reference ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  primary key (account_id, payment_id),
  -- Unique per account. The reference leads, so that support finds a payment by it.
  unique (reference, account_id),
  foreign key (account_id, payment_id) references payment
);
-- Without update and delete: a reference never changes.
grant select, insert on payment_reference to myaccount_app;

-- Eight characters of Crockford's base32, five random bits each. A version 4 UUID is made of strong random bytes; those
-- at 6 and 8 hold its version and variant.
create function random_payment_reference() returns text language sql volatile as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(bytes, at) & 31), 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) random, unnest(array[0, 1, 2, 3, 4, 5, 9, 10]) at
$$;

-- Gives a payment a reference that no other payment of its account has. A taken one is drawn again, so no payment is
-- lost to a collision. A payment that has one keeps it.
create function give_payment_reference(account uuid, payment uuid) returns void language plpgsql as $$
begin
  loop
    insert into payment_reference (account_id, payment_id, reference)
    values (account, payment, random_payment_reference())
    on conflict do nothing;
    exit when exists (select from payment_reference where account_id = account and payment_id = payment);
  end loop;
end $$;

create function give_new_payment_reference() returns trigger language plpgsql as $$
begin
  perform give_payment_reference(new.account_id, new.id);
  return null;
end $$;
create trigger payment_gets_reference after insert on payment for each row
  execute function give_new_payment_reference();

-- How far the job is that gives payments of earlier releases their references, by account. It deletes the row at the end.
create table payment_reference_backfill (
  is_only boolean primary key default true check (is_only),
  after_account_id uuid not null
);
insert into payment_reference_backfill (after_account_id) values ('00000000-0000-0000-0000-000000000000');
grant select, update, delete on payment_reference_backfill to myaccount_app;
